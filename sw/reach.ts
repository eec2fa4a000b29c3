import { getPushKey, PushSubscription, subscribePush } from '#contracts/push.ts';
import { pathToOpen, windowToFocus, type Shown } from './push.ts';

declare const self: ServiceWorkerGlobalScope;

const ANSWER_MS = 1_500;

export async function show({ title, options, badge }: Shown): Promise<void> {
  await self.registration.showNotification(title, options);
  await setBadge(badge ?? (await self.registration.getNotifications()).length);
}

/** Always the last step: a platform without badges, or one that refuses, has shown or opened everything by then. */
async function setBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge());
}

/** Brings an open window to the notification's page, or opens one. */
export async function open(notification: Notification): Promise<void> {
  notification.close();
  const path = pathToOpen(notification.data, self.location.origin);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const window = windowToFocus(windows);
  if (!window) await self.clients.openWindow(path);
  else await bring(window, path);
  await setBadge((await self.registration.getNotifications()).length);
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

/** The browser replaced or dropped the subscription: take a new one and tell the server. */
export async function subscribeAgain(replaced: globalThis.PushSubscription | null): Promise<void> {
  const subscription = replaced ?? (await subscribeNew());
  const response = await fetch(subscribePush.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(PushSubscription.parse(subscription.toJSON())),
  });
  if (!response.ok) throw new Error(`The new push subscription was refused with status ${response.status}.`);
}

async function subscribeNew(): Promise<globalThis.PushSubscription> {
  const response = await fetch(getPushKey.path);
  if (!response.ok) throw new Error(`The push key was refused with status ${response.status}.`);
  const { publicKey } = getPushKey.response.parse(await response.json());
  return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}
