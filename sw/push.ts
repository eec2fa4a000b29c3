import type { PushMessage } from '#contracts/push.ts';

type AboutAlert = NonNullable<PushMessage['notification']['data']>;

/** Kept with the notification for the press on it. */
export interface Behind {
  navigate: string;
  alert?: AboutAlert;
}

export type ActionName = 'chart' | 'again' | 'seen';

interface Action {
  action: ActionName;
  title: string;
}

export interface Shown {
  title: string;
  options: NotificationOptions & { timestamp?: number; actions?: Action[]; data: Behind };
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

const AGAIN: Action = { action: 'again', title: 'Again' };

/** Browsers show the first two: arming an alert again makes it seen as well. */
const actionsOf = ({ again }: AboutAlert): Action[] => [
  { action: 'chart', title: 'Open chart' },
  ...(again ? [AGAIN] : []),
  { action: 'seen', title: 'Seen' },
];

/** Always returns something to show: browsers revoke the permission of a site whose pushes stay silent. */
export function toNotification(payload: string | undefined): Shown {
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

/** Checked by hand: schemas would be half of the worker. */
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

/** What lies behind a notification that is shown, also one that an older worker showed. */
export function behind(data: unknown): Behind {
  if (!has(data, { navigate: 'string' })) return unreadable.options.data;
  const navigate = String(data['navigate']);
  return isAboutAlert(data['alert']) ? { navigate, alert: data['alert'] } : { navigate };
}

/** The path a press opens. Another origin's address never leaves the app: it becomes the alerts page. */
export function pathToOpen({ navigate }: Pick<Behind, 'navigate'>, origin: string): string {
  const address = URL.parse(navigate, origin);
  if (address?.origin !== origin) return unreadable.options.data.navigate;
  return `${address.pathname}${address.search}${address.hash}`;
}

interface Window {
  focused: boolean;
  visibilityState: DocumentVisibilityState;
}

/** The window a tap brings forward: the one in use, else one in sight, else any. */
export const windowToFocus = <W extends Window>(windows: readonly W[]): W | undefined =>
  windows.find((window) => window.focused) ??
  windows.find((window) => window.visibilityState === 'visible') ??
  windows[0];
