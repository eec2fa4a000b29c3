import type { getPushKey, subscribePush } from '#contracts/push.ts';

declare const self: ServiceWorkerGlobalScope;

const KEY: (typeof getPushKey)['path'] = '/api/push/public-key';
const SUBSCRIPTION: (typeof subscribePush)['path'] = '/api/push/subscription';

/** The browser replaced or dropped the subscription: subscribes again and informs the server. */
export async function resubscribe(replaced: PushSubscription | null): Promise<void> {
  const { endpoint, expirationTime, keys } = (replaced ?? (await subscribeNew())).toJSON();
  const response = await fetch(SUBSCRIPTION, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ endpoint, expirationTime, keys }),
  });
  if (!response.ok) throw new Error(`The new push subscription was refused with status ${response.status}.`);
}

async function subscribeNew(): Promise<PushSubscription> {
  const response = await fetch(KEY);
  if (!response.ok) throw new Error(`The push key was refused with status ${response.status}.`);
  const { publicKey } = (await response.json()) as { publicKey: string };
  return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}
