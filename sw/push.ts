import { PushMessage } from '#contracts/push.ts';

export interface Shown {
  title: string;
  options: NotificationOptions & { timestamp?: number; data: { navigate: string } };
  /** How many alerts wait unseen; undefined when the message does not say. */
  badge: number | undefined;
}

const look = { icon: '/icons/icon-192.png', badge: '/icons/badge-96.png', lang: 'en' } as const;

const unreadable: Shown = {
  title: 'Tandem',
  options: {
    ...look,
    body: 'Something happened on your account. Open Tandem to see what.',
    tag: 'tandem',
    data: { navigate: '/alerts' },
  },
  badge: undefined,
};

/** Always returns something to show: browsers revoke the permission of a site whose pushes stay silent. */
export function toNotification(payload: string | undefined): Shown {
  const message = PushMessage.safeParse(parsed(payload));
  if (!message.success) return unreadable;
  const { title, body, tag, timestamp, navigate, requireInteraction = false } = message.data.notification;
  return {
    title: title.trim() || unreadable.title,
    options: { ...look, body, tag, timestamp, requireInteraction, data: { navigate } },
    badge: count(message.data.app_badge),
  };
}

function parsed(payload: string | undefined): unknown {
  try {
    return JSON.parse(payload ?? 'null');
  } catch {
    return undefined;
  }
}

function count(badge: string | undefined): number | undefined {
  return badge !== undefined && /^\d{1,6}$/.test(badge) ? Number(badge) : undefined;
}

/** The path a tap opens. Another origin's address never leaves the app: it becomes the alerts page. */
export function pathToOpen(data: unknown, origin: string): string {
  const address = hasNavigate(data) ? addressOf(data.navigate, origin) : undefined;
  if (address?.origin !== origin) return unreadable.options.data.navigate;
  return `${address.pathname}${address.search}${address.hash}`;
}

function addressOf(text: string, origin: string): URL | undefined {
  try {
    return new URL(text, origin);
  } catch {
    return undefined;
  }
}

const hasNavigate = (data: unknown): data is { navigate: string } =>
  typeof data === 'object' && data !== null && 'navigate' in data && typeof data.navigate === 'string';

interface Window {
  focused: boolean;
  visibilityState: DocumentVisibilityState;
}

/** The window a tap brings forward: the one in use, else one in sight, else any. */
export const windowToFocus = <W extends Window>(windows: readonly W[]): W | undefined =>
  windows.find((window) => window.focused) ??
  windows.find((window) => window.visibilityState === 'visible') ??
  windows[0];
