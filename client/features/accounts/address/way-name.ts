import type { OtherWay } from '#contracts/address.ts';
import { isolated } from '#contracts/rules/isolated.ts';

const quoted = (name: string | null) => (name ? ` “${isolated(name)}”` : '');

/** 'Passkey “Laptop”', 'Telegram @ada'. */
export function wayName({ kind, name }: OtherWay): string {
  if (kind === 'passkey') return `Passkey${quoted(name)}`;
  if (kind === 'google') return 'Linked Google account';
  if (kind === 'telegram') return name ? `Telegram ${isolated(name)}` : 'Linked Telegram chat';
  return `Notifications on ${name ?? 'a device'}`;
}

export const browsers = (count: number): string => (count === 1 ? '1 other browser' : `${count} other browsers`);
