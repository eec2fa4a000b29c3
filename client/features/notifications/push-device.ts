import { PushSubscription as Subscription } from '#contracts/push.ts';

/** `install-first`: iOS outside the installed app. `lost`: was on, but the browser has reset the permission. */
export type PushState = 'unsupported' | 'install-first' | 'blocked' | 'off' | 'on' | 'lost';

type Worker = Pick<ServiceWorkerRegistration, 'pushManager' | 'getNotifications'>;

export interface Browser {
  supported: boolean;
  /** iOS outside the installed app, where push is unavailable. */
  installFirst: boolean;
  permission: () => NotificationPermission;
  askPermission: () => Promise<NotificationPermission>;
  /** Resolves once a worker is active. */
  worker: () => Promise<Worker>;
  /** The current worker, if any. */
  presentWorker: () => Promise<Worker | undefined>;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  clearBadge: () => Promise<void>;
}

export interface Server {
  publicKey: () => Promise<string>;
  /**
   * Throws a message for the user if refused. False if the subscription renews itself after its removal on another
   * device.
   */
  add: (subscription: Subscription, renews: boolean) => Promise<boolean>;
  remove: (endpoint: string) => Promise<void>;
}

/** Time limits for the user, the browser and its push service, ms. */
export interface Timeouts {
  answer: number;
  worker: number;
  subscribe: number;
  remove: number;
}

interface PushDeviceOptions {
  browser: Browser;
  server: Server;
  timeouts?: Timeouts;
}

/** Holds the user's id; up to 2.0.0 it held the e-mail address. */
const OWNER = 'push-owner';
const TIMEOUTS: Timeouts = { answer: 120_000, worker: 15_000, subscribe: 20_000, remove: 3_000 };
const NO_ANSWER = 'The permission request was not answered. Press Turn on to try again.';
const NO_WORKER = 'Tandem is not fully loaded yet. Reload this page and try again.';
const NO_SERVICE =
  'This browser did not reach its notification service. Check that it allows push messages, or use Telegram instead.';

export function createPushDevice({ browser, server, timeouts = TIMEOUTS }: PushDeviceOptions) {
  const { storage } = browser;
  const worker = () => withTimeout(browser.worker(), timeouts.worker, NO_WORKER);

  function state(): PushState {
    if (browser.installFirst) return 'install-first';
    if (!browser.supported) return 'unsupported';
    const owned = storage.getItem(OWNER) !== null;
    const permission = browser.permission();
    if (permission === 'denied') return 'blocked';
    if (permission === 'granted') return owned ? 'on' : 'off';
    return owned ? 'lost' : 'off';
  }

  async function subscription(publicKey: string): Promise<PushSubscription> {
    const { pushManager } = await worker();
    const existing = await pushManager.getSubscription();
    if (existing && isForKey(existing, publicKey)) return existing;
    await existing?.unsubscribe();
    const subscribing = pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
    try {
      return await withTimeout(subscribing, timeouts.subscribe, NO_SERVICE);
    } catch (error) {
      throw new Error(NO_SERVICE, { cause: error });
    }
  }

  async function send(person: string, renews: boolean): Promise<void> {
    const taken = await subscription(await server.publicKey());
    if (await server.add(Subscription.parse(taken.toJSON()), renews)) storage.setItem(OWNER, person);
    else await turnOff();
  }

  /** Must be called from a user gesture. Throws a message for the user if the browser or the server fails. */
  async function turnOn(person: string): Promise<PushState> {
    // Nothing may be awaited before this: iOS requires the user gesture.
    const permission = await withTimeout(browser.askPermission(), timeouts.answer, NO_ANSWER);
    if (permission === 'granted') await send(person, false);
    return state();
  }

  /** Works offline: the server learns of it from the push service, which rejects the endpoint from then on. */
  async function turnOff(): Promise<void> {
    storage.removeItem(OWNER);
    const present = browser.supported ? await browser.presentWorker() : undefined;
    if (!present) return;
    const existing = await present.pushManager.getSubscription();
    if (existing) {
      const removal = withTimeout(server.remove(existing.endpoint), timeouts.remove, 'The server did not answer.');
      await Promise.allSettled([removal]);
      await existing.unsubscribe();
    }
    await clearShown(browser, present);
  }

  /**
   * Runs at every start: subscriptions can vanish without an event, and another user's is dropped. `address`: the
   * person's e-mail address, by which an earlier release may have named the owner.
   */
  async function resend(person: string, address?: string): Promise<PushState> {
    if (address !== undefined && storage.getItem(OWNER) === address) nameOwner(storage, person);
    const owner = storage.getItem(OWNER);
    if (!browser.supported) return state();
    if (owner !== person) await turnOff();
    else if (browser.permission() === 'granted') await send(person, true);
    return state();
  }

  /** Identifies this browser on the server; null while push is off. */
  async function endpoint(): Promise<string | null> {
    const present = browser.supported ? await browser.presentWorker() : undefined;
    return (await present?.pushManager.getSubscription())?.endpoint ?? null;
  }

  return { state, turnOn, turnOff, resend, endpoint };
}

/** The session ended without a sign-out: the next one of the same person goes on with the subscription. */
export async function leaveDevice(browser: Browser, person: string | null): Promise<void> {
  if (browser.storage.getItem(OWNER)?.includes('@')) nameOwner(browser.storage, person);
  const present = browser.supported ? await browser.presentWorker() : undefined;
  if (present) await clearShown(browser, present);
}

async function clearShown(browser: Browser, present: Worker): Promise<void> {
  for (const shown of await present.getNotifications()) shown.close();
  await browser.clearBadge();
}

function nameOwner(storage: Browser['storage'], person: string | null): void {
  if (person === null) storage.removeItem(OWNER);
  else storage.setItem(OWNER, person);
}

function isForKey(subscription: PushSubscription, publicKey: string): boolean {
  const key = subscription.options.applicationServerKey;
  if (!key) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey.replace(/=+$/, '');
}

/** Rejects with this message after `ms`, because a browser may never settle its promise. */
async function withTimeout<T>(work: Promise<T>, ms: number, sentence: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(sentence)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
