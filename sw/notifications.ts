import type { seeAlert, updateAlert } from '#contracts/alerts.ts';
import type { listUnseenAlerts } from '#contracts/unseen-alerts.ts';
import {
  dataOf,
  pathToOpen,
  windowToFocus,
  type ActionName,
  type NotificationData,
  type NotificationContent,
} from './push.ts';

declare const self: ServiceWorkerGlobalScope;

const ANSWER_MS = 1_500;
const ALERT: (typeof updateAlert)['path'] = '/api/alert/';
const UNSEEN: (typeof listUnseenAlerts)['path'] = '/api/alert/not-seen-id-list';
const SEEN: (typeof seeAlert)['path'] = '/api/alert/seen/:id';

export async function show({ title, options, badge }: NotificationContent): Promise<void> {
  await self.registration.showNotification(title, options);
  await setBadge(badge ?? (await self.registration.getNotifications()).length);
}

/** Always last, because it may fail where badges are not supported. */
async function setBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge());
}

/** Handles a press on a notification or its buttons; if the server does not accept the action, the alert is opened. */
export async function answer(notification: Notification, action: string): Promise<void> {
  notification.close();
  const what = dataOf(notification.data);
  if (!(await sendAction(what, action as ActionName))) {
    await open(what, action as ActionName);
    // Opening an alert marks it seen.
    await sendAction(what, 'seen');
  }
  await setBadge(await unseen());
}

/** As counted by the server, or the visible notifications if it does not answer. */
async function unseen(): Promise<number> {
  const response = await fetch(UNSEEN).catch(() => null);
  if (response?.ok) return ((await response.json()) as string[]).length;
  return (await self.registration.getNotifications()).length;
}

/** True once the server has accepted it; other pages and devices are notified by the server. */
async function sendAction({ alert }: NotificationData, action: ActionName): Promise<boolean> {
  if (!alert) return false;
  const id = alert.alertId;
  if (action === 'seen') return patch(SEEN.replace(':id', id));
  if (action !== 'again') return false;
  // The firing's id makes the request idempotent.
  const now = Date.now();
  return patch(ALERT, { id, active: true, made: { id: alert.firingId, at: now, sentAt: now } });
}

const patch = (path: string, json?: object): Promise<boolean> =>
  fetch(path, {
    method: 'PATCH',
    ...(json && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(json) }),
  }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Navigates an open window, or opens one. */
async function open({ navigate, alert }: NotificationData, action: ActionName): Promise<void> {
  const wanted = action === 'chart' ? (alert?.draft ?? navigate) : navigate;
  const path = pathToOpen({ navigate: wanted }, self.location.origin);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const window = windowToFocus(windows);
  if (!window) await self.clients.openWindow(path);
  else await navigateWindow(window, path);
}

/** The page navigates in-app, which keeps typed input; a page that does not answer is reloaded. */
async function navigateWindow(window: WindowClient, path: string): Promise<void> {
  // Navigates even if the browser does not allow focusing the window.
  const [focus] = await Promise.allSettled([window.focus()]);
  if (await answers(window, path)) return;
  await (focus.status === 'fulfilled' ? focus.value : window).navigate(path);
}

function answers(window: WindowClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ANSWER_MS);
    port1.addEventListener('message', () => {
      clearTimeout(timer);
      resolve(true);
    });
    port1.start();
    window.postMessage({ type: 'OPEN', path }, [port2]);
  });
}
