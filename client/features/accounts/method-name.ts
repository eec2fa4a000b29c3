import type { OtherWay } from '#contracts/address.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { counted } from '../../lib/counted.ts';

const quoted = (name: string | null) => (name ? ` “${isolated(name)}”` : '');

/** 'Passkey “Laptop”', 'Telegram @ada'. */
export function methodName({ kind, name }: OtherWay): string {
  if (kind === 'passkey') return `Passkey${quoted(name)}`;
  if (kind === 'google') return 'Linked Google account';
  if (kind === 'telegram') return name ? `Telegram ${isolated(name)}` : 'Linked Telegram chat';
  return `Notifications on ${name ?? 'a device'}`;
}

export const browsers = (count: number): string => counted(count, 'other browser');
