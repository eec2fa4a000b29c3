import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../../tests/doubles/memory-storage.ts';
import { type Browser, createPushDevice, leaveDevice, type Server } from './push-device.ts';

const KEY = 'BPhs8xT-_key';
const OTHER_KEY = 'BAnother-_ky';
const bytes = (key: string) =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

interface Start {
  permission?: NotificationPermission;
  /** Answer to the browser's prompt. */
  answer?: NotificationPermission;
}

function device({ permission = 'default', answer = 'granted' }: Start = {}) {
  const world = {
    permission,
    answer: () => Promise.resolve(answer),
    serverKey: KEY,
    subscription: null as null | { endpoint: string; key: string },
    /** State of the server. */
    rows: [] as string[],
    /** The user removed this device on another one. */
    removed: new Set<string>(),
    serverDown: false,
    subscribeHangs: false,
    closed: 0,
    badgeCleared: 0,
    kept: new Map<string, string>(),
    workerReady: true,
  };
  let taken = 0;
  const wrap = ({ endpoint, key }: { endpoint: string; key: string }) => ({
    endpoint,
    options: { applicationServerKey: bytes(key).buffer },
    toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      world.subscription = null;
      return true;
    },
  });
  const pushManager = {
    getSubscription: async () => (world.subscription ? wrap(world.subscription) : null),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (world.subscribeHangs) return new Promise(() => {});
      if (world.permission !== 'granted') throw new DOMException('no', 'NotAllowedError');
      if (world.subscription) throw new DOMException('another key', 'InvalidStateError');
      taken += 1;
      world.subscription = { endpoint: `https://push.example/${taken}`, key: applicationServerKey };
      return wrap(world.subscription);
    },
  };
  const worker = { pushManager, getNotifications: async () => [{ close: () => (world.closed += 1) }] };
  const browser = {
    supported: true,
    installFirst: false,
    permission: () => world.permission,
    askPermission: async () => (world.permission = await world.answer()),
    worker: () => (world.workerReady ? Promise.resolve(worker) : new Promise(() => {})),
    presentWorker: async () => (world.workerReady ? worker : undefined),
    storage: memoryStorage(world.kept),
    clearBadge: async () => void (world.badgeCleared += 1),
  } as unknown as Browser;
  const reach = () => {
    if (world.serverDown) throw new Error('No connection to the server.');
  };
  const server: Server = {
    publicKey: async () => {
      reach();
      return world.serverKey;
    },
    add: async ({ endpoint }, renews) => {
      reach();
      if (renews && world.removed.has(endpoint)) return false;
      world.removed.delete(endpoint);
      if (!world.rows.includes(endpoint)) world.rows.push(endpoint);
      return true;
    },
    remove: async (endpoint) => {
      reach();
      world.rows = world.rows.filter((row) => row !== endpoint);
    },
  };
  const timeouts = { answer: 50, worker: 50, subscribe: 50, remove: 50 };
  return { world, browser, push: createPushDevice({ browser, server, timeouts }) };
}

async function turnedOn() {
  const made = device();
  await made.push.turnOn('anna');
  return made;
}

describe('turning push on', () => {
  it('subscribes and registers with the server', async () => {
    const { world, push } = device();
    expect(push.state()).toBe('off');
    expect(await push.turnOn('anna')).toBe('on');
    expect(world.rows).toEqual(['https://push.example/1']);
  });

  it.each([
    ['denied', 'blocked'],
    ['default', 'off'],
  ] as const)('answers %s with %s, and sends nothing', async (answer, state) => {
    const { world, push } = device({ answer });
    expect(await push.turnOn('anna')).toBe(state);
    expect(world.rows).toEqual([]);
  });

  it('gives up on a browser that never answers', async () => {
    const { world, push } = device();
    world.subscribeHangs = true;
    await expect(push.turnOn('anna')).rejects.toThrow(/notification service/);
    expect(push.state()).toBe('off');
  });

  it('gives up on an unanswered permission prompt, and without a worker', async () => {
    const asked = device();
    asked.world.answer = () => new Promise(() => {});
    await expect(asked.push.turnOn('anna')).rejects.toThrow(/not answered/);
    const alone = device();
    alone.world.workerReady = false;
    await expect(alone.push.turnOn('anna')).rejects.toThrow(/not fully loaded/);
  });

  it('is not on when the server refused', async () => {
    const { world, push } = device();
    world.serverDown = true;
    await expect(push.turnOn('anna')).rejects.toThrow(/No connection/);
    expect(push.state()).toBe('off');
  });
});

describe('at each start', () => {
  it('sends the subscription again', async () => {
    const { world, push } = await turnedOn();
    world.rows = [];
    expect(await push.resend('anna')).toBe('on');
    expect(world.rows).toEqual(['https://push.example/1']);
  });

  it('subscribes again if the subscription vanished', async () => {
    const { world, push } = await turnedOn();
    world.subscription = null;
    await push.resend('anna');
    expect(world.rows).toContain('https://push.example/2');
  });

  it('subscribes again if the server has another key', async () => {
    const { world, push } = await turnedOn();
    world.serverKey = OTHER_KEY;
    await push.resend('anna');
    expect(world.subscription).toEqual({ endpoint: 'https://push.example/2', key: OTHER_KEY });
  });

  it('drops the subscription of another user', async () => {
    const { world, push } = await turnedOn();
    expect(await push.resend('boris')).toBe('off');
    expect(world).toMatchObject({ subscription: null, rows: [] });
  });

  it.each([
    ['default', 'lost'],
    ['denied', 'blocked'],
  ] as const)('says when the permission went back to %s', async (permission, state) => {
    const { world, push } = await turnedOn();
    world.permission = permission;
    expect(await push.resend('anna')).toBe(state);
  });

  it('does not prompt a user who never turned it on', async () => {
    const { world, push } = device({ permission: 'granted' });
    expect(await push.resend('anna')).toBe('off');
    expect(world).toMatchObject({ subscription: null, rows: [] });
  });
});

it('stays off after it was removed on another device, until it is turned on again here', async () => {
  const { world, push } = await turnedOn();
  expect(await push.endpoint()).toBe('https://push.example/1');
  world.removed.add('https://push.example/1');
  world.rows = [];
  expect(await push.resend('anna')).toBe('off');
  expect(world).toMatchObject({ rows: [], subscription: null });
  expect(await push.endpoint()).toBeNull();
  expect(await push.turnOn('anna')).toBe('on');
  expect(world.rows).toEqual(['https://push.example/2']);
});

describe('turning push off', () => {
  it('unregisters from the server, drops the subscription, the shown notifications and the badge', async () => {
    const { world, push } = await turnedOn();
    await push.turnOff();
    expect(push.state()).toBe('off');
    expect(world).toMatchObject({ subscription: null, rows: [], closed: 1, badgeCleared: 1 });
  });

  it('works offline too (P-03)', async () => {
    const { world, push } = await turnedOn();
    world.serverDown = true;
    await push.turnOff();
    expect(world.subscription).toBeNull();
    expect(push.state()).toBe('off');
  });
});

describe('S-53: a session that ends without a sign-out', () => {
  it('leaves neither a name nor a notification, and keeps the subscription for the same person', async () => {
    const { world, browser, push } = await turnedOn();
    world.kept.set('push-owner', 'anna@example.com');
    await leaveDevice(browser, 'anna');
    expect([...world.kept.values()]).toEqual(['anna']);
    expect(world).toMatchObject({ rows: ['https://push.example/1'], closed: 1, badgeCleared: 1 });
    expect(await push.resend('anna')).toBe('on');
    await leaveDevice(browser, 'anna');
    expect(await push.resend('boris')).toBe('off');
    expect(world).toMatchObject({ subscription: null });
  });

  it('forgets an address whose person is not known', async () => {
    const { world, browser } = await turnedOn();
    world.kept.set('push-owner', 'anna@example.com');
    await leaveDevice(browser, null);
    expect([...world.kept.values()]).toEqual([]);
  });
});

it('S-53: an address that an earlier release wrote down becomes the id, and the subscription goes on', async () => {
  const { world, push } = await turnedOn();
  world.kept.set('push-owner', 'anna@example.com');
  expect(await push.resend('anna', 'anna@example.com')).toBe('on');
  expect([...world.kept.values()]).toEqual(['anna']);
  expect(world.rows).toEqual(['https://push.example/1']);
  world.kept.set('push-owner', 'boris@example.com');
  expect(await push.resend('anna', 'anna@example.com')).toBe('off');
});

it('is off at once if no worker was ever registered', async () => {
  const { world, push } = device();
  world.workerReady = false;
  await push.turnOff();
  expect(push.state()).toBe('off');
});

it('asks for installing first on iOS in the browser', () => {
  const { browser } = device();
  const server = {} as Server;
  expect(createPushDevice({ browser: { ...browser, installFirst: true }, server }).state()).toBe('install-first');
  expect(createPushDevice({ browser: { ...browser, supported: false }, server }).state()).toBe('unsupported');
});
