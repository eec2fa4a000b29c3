import { getPushKey, listPushDevices, subscribePush, testPush, unsubscribePush } from '#contracts/push.ts';
import { call } from '../../lib/call.ts';
import { isIos } from '../../lib/is-ios.ts';
import type { Ending } from '../../lib/sign-out-tasks.ts';
import { type Browser, createPushDevice, leaveDevice, type Server } from './push-device.ts';

const supported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
const browser: Browser = {
  supported,
  installFirst: isIos(navigator) && !supported,
  permission: () => Notification.permission,
  askPermission: () => Notification.requestPermission(),
  worker: () => navigator.serviceWorker.ready,
  presentWorker: () => navigator.serviceWorker.getRegistration(),
  storage: localStorage,
  clearBadge: async () => {
    if ('clearAppBadge' in navigator) await navigator.clearAppBadge();
  },
};

const accepted = ({ error }: { error: string | null }) => {
  if (error !== null) throw new Error(error);
};

const server: Server = {
  publicKey: async () => (await call(getPushKey)).publicKey,
  add: async (json, renew) => {
    const answer = await call(subscribePush, { json, query: { renew } });
    accepted(answer);
    return !answer.removed;
  },
  remove: async (endpoint) => accepted(await call(unsubscribePush, { json: { endpoint } })),
};

export const thisDevice = createPushDevice({ browser, server });
export const removeDevice = server.remove;
export const listDevices = async (signal: AbortSignal) => {
  const [{ devices }, own] = await Promise.all([call(listPushDevices, { signal }), thisDevice.endpoint()]);
  return { devices, own };
};
export const sendTestNotification = () => call(testPush);

/** A sign-out ends the subscription, within seconds and offline too. `person`: id of the user who leaves. */
export const leaveThisDevice = (ending: Ending, person: string | null): Promise<void> =>
  ending === 'signed-out' ? thisDevice.turnOff() : leaveDevice(browser, person);
