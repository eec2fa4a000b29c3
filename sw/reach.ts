import type { listUnseenAlerts, seeAlert, updateAlert } from '#contracts/alerts.ts';
import { behind, pathToOpen, windowToFocus, type ActionName, type Behind, type Shown } from './push.ts';

declare const self: ServiceWorkerGlobalScope;

const ANSWER_MS = 1_500;
const ALERT: (typeof updateAlert)['path'] = '/api/alert/';
const UNSEEN: (typeof listUnseenAlerts)['path'] = '/api/alert/not-seen-id-list';
const SEEN: (typeof seeAlert)['path'] = '/api/alert/seen/:id';

export async function show({ title, options, badge }: Shown): Promise<void> {
  await self.registration.showNotification(title, options);
  await setBadge(badge ?? (await self.registration.getNotifications()).length);
}

/** Always the last step: a platform without badges, or one that refuses, has shown or opened everything by then. */
async function setBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge());
}

/** A press on a notification or on one of its buttons; one that the server does not take opens the alert instead. */
export async function answer(notification: Notification, action: string): Promise<void> {
  notification.close();
  const what = behind(notification.data);
  if (!(await tell(what, action as ActionName))) {
    await open(what, action as ActionName);
    // Whoever came by it has seen it.
    await tell(what, 'seen');
  }
  await setBadge(await unseen());
}

/** As the server counts them; what is still on the screen where it does not answer. */
async function unseen(): Promise<number> {
  const response = await fetch(UNSEEN).catch(() => null);
  if (response?.ok) return ((await response.json()) as string[]).length;
  return (await self.registration.getNotifications()).length;
}

/** True once the server knows; the other pages and devices learn it from there. */
async function tell({ alert }: Behind, action: ActionName): Promise<boolean> {
  if (!alert) return false;
  const id = alert.alertId;
  if (action === 'seen') return patch(SEEN.replace(':id', id));
  if (action !== 'again') return false;
  // Pressed on two devices, or twice, it answers one firing: once is enough.
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

/** Brings an open window to the notification's page, or opens one. */
async function open({ navigate, alert }: Behind, action: ActionName): Promise<void> {
  const wanted = action === 'chart' ? (alert?.draft ?? navigate) : navigate;
  const path = pathToOpen({ navigate: wanted }, self.location.origin);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const window = windowToFocus(windows);
  if (!window) await self.clients.openWindow(path);
  else await bring(window, path);
}

/** The page is asked to go there itself, which keeps what is typed in it; one that does not answer is loaded anew. */
async function bring(window: WindowClient, path: string): Promise<void> {
  // A browser that does not let the window come forward still shows the page in it.
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
