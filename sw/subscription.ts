import type { getPushKey, listPushDevices, subscribePush } from '#contracts/push.ts';

declare const self: ServiceWorkerGlobalScope;

const KEY: (typeof getPushKey)['path'] = '/api/push/public-key';
const SUBSCRIPTION: (typeof subscribePush)['path'] = '/api/push/subscription';
const DEVICES: (typeof listPushDevices)['path'] = SUBSCRIPTION;

/**
 * The browser replaced or dropped the subscription: subscribes again and informs the server. A browser that its user
 * removed on another device stays removed.
 */
export async function resubscribe(old: PushSubscription | null, replaced: PushSubscription | null): Promise<void> {
  if (!(await isKnown(old))) {
    await replaced?.unsubscribe();
    return;
  }
  const next = replaced ?? (await subscribeNew());
  const { endpoint, expirationTime, keys } = next.toJSON();
  const { removed }: { removed: boolean } = await answerOf(`${SUBSCRIPTION}?renew=true`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ endpoint, expirationTime, keys }),
  });
  if (removed) await next.unsubscribe();
}

async function answerOf(path: string, request?: RequestInit) {
  const response = await fetch(path, request);
  if (!response.ok) throw new Error(`${path} was refused with status ${response.status}.`);
  return response.json();
}

/** Whether the server still has the old subscription, or any where the browser does not tell which one it was. */
async function isKnown(old: PushSubscription | null): Promise<boolean> {
  const { devices }: { devices: { endpoint: string }[] } = await answerOf(DEVICES);
  return devices.some(({ endpoint }) => old === null || endpoint === old.endpoint);
}

async function subscribeNew(): Promise<PushSubscription> {
  const { publicKey }: { publicKey: string } = await answerOf(KEY);
  return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}
