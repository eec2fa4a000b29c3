import type { PushMessage } from '#contracts/push.ts';

type AboutAlert = NonNullable<PushMessage['notification']['data']>;

/** Data of the notification, used when it is pressed. */
export interface NotificationData {
  navigate: string;
  alert?: AboutAlert;
}

export type ActionName = 'chart' | 'again' | 'seen';

interface Action {
  action: ActionName;
  title: string;
}

export interface NotificationContent {
  title: string;
  options: NotificationOptions & { timestamp?: number; actions?: Action[]; data: NotificationData };
  /** Number of unseen alerts; undefined if the message has none. */
  badge: number | undefined;
}

const look = { icon: '/icons/icon-192.png', badge: '/icons/badge-96.png', lang: 'en' } as const;

const unreadable: NotificationContent = {
  title: 'Tandem',
  options: {
    ...look,
    body: 'Something happened on your account. Open Tandem to see what.',
    tag: 'tandem',
    data: { navigate: '/alerts' },
  },
  badge: undefined,
};

const AGAIN: Action = { action: 'again', title: 'Again' };

/** Browsers show the first two; arming an alert again also marks it seen. */
const actionsOf = ({ again }: AboutAlert): Action[] => [
  { action: 'chart', title: 'Open chart' },
  ...(again ? [AGAIN] : []),
  { action: 'seen', title: 'Seen' },
];

/** Always returns a notification: browsers revoke the permission after silent pushes. */
export function toNotification(payload: string | undefined): NotificationContent {
  const message = parsed(payload);
  if (!isMessage(message)) return unreadable;
  const { title, body, tag, timestamp, navigate, requireInteraction = false, data } = message.notification;
  const about = isAboutAlert(data) ? { actions: actionsOf(data), data: { navigate, alert: data } } : null;
  return {
    title: title.trim() || unreadable.title,
    options: { ...look, body, tag, timestamp, requireInteraction, ...(about ?? { data: { navigate } }) },
    badge: count(message.app_badge),
  };
}

function parsed(payload: string | undefined): unknown {
  try {
    return JSON.parse(payload ?? 'null');
  } catch {
    return undefined;
  }
}

/** Validated by hand, because a schema library would double the worker's size. */
function has(value: unknown, kinds: Record<string, string>): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(kinds).every(([name, kind]) => typeof Reflect.get(value, name) === kind);
}

const NOTIFICATION = { title: 'string', body: 'string', navigate: 'string', tag: 'string', timestamp: 'number' };
const ABOUT_ALERT = { alertId: 'string', firingId: 'string', draft: 'string', again: 'boolean' };

const isMessage = (value: unknown): value is PushMessage =>
  has(value, { notification: 'object' }) && has(value['notification'], NOTIFICATION);

const isAboutAlert = (value: unknown): value is AboutAlert => has(value, ABOUT_ALERT);

const count = (badge: unknown): number | undefined =>
  typeof badge === 'string' && /^\d{1,6}$/.test(badge) ? Number(badge) : undefined;

/** Data of a notification, possibly shown by an older worker. */
export function dataOf(data: unknown): NotificationData {
  if (!has(data, { navigate: 'string' })) return unreadable.options.data;
  const navigate = String(data['navigate']);
  return isAboutAlert(data['alert']) ? { navigate, alert: data['alert'] } : { navigate };
}

/** Path to open; an address of another origin becomes the alerts page. */
export function pathToOpen({ navigate }: Pick<NotificationData, 'navigate'>, origin: string): string {
  const address = URL.parse(navigate, origin);
  if (address?.origin !== origin) return unreadable.options.data.navigate;
  return `${address.pathname}${address.search}${address.hash}`;
}

interface Window {
  focused: boolean;
  visibilityState: DocumentVisibilityState;
}

/** The window to bring forward: focused, else visible, else any. */
export const windowToFocus = <W extends Window>(windows: readonly W[]): W | undefined =>
  windows.find((window) => window.focused) ??
  windows.find((window) => window.visibilityState === 'visible') ??
  windows[0];
