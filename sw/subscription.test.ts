import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { resubscribe } from './subscription.ts';

const ENDPOINT = 'https://push.example/';
const at = (name: string, unsubscribe = async () => true) => {
  const endpoint = `${ENDPOINT}${name}`;
  const json = { endpoint, expirationTime: null, keys: { p256dh: 'p', auth: 'a' } };
  return { endpoint, toJSON: () => json, unsubscribe: vi.fn(unsubscribe) } as unknown as PushSubscription;
};

let calls: string[];
let known: string[];
let removed: boolean;
let taken: PushSubscription;
const answers: Record<string, () => Response> = {
  'GET /api/push/subscription': () =>
    Response.json({ devices: known.map((name) => ({ endpoint: `${ENDPOINT}${name}` })) }),
  'GET /api/push/public-key': () => Response.json({ publicKey: 'key' }),
  'POST /api/push/subscription?renew=true': () => Response.json({ error: null, removed }),
  'POST /api/push/subscription': () => Response.json({ error: null, removed: false }),
};

beforeEach(() => {
  calls = [];
  known = ['old'];
  removed = false;
  taken = at('taken');
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    calls.push(`${method} ${path}`);
    return answers[`${method} ${path}`]?.() ?? new Response('', { status: 404 });
  });
  vi.stubGlobal('self', { registration: { pushManager: { subscribe: async () => taken } } });
});
afterEach(() => vi.unstubAllGlobals());

const RENEWED = 'POST /api/push/subscription?renew=true';

it('S-53: a replaced subscription is renewed as a renewal, not as if its owner had turned it on', async () => {
  const replaced = at('new');
  await resubscribe(at('old'), replaced);
  await resubscribe(at('old'), null);
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([RENEWED, RENEWED]);
  for (const one of [replaced, taken]) expect(one.unsubscribe).not.toHaveBeenCalled();
});

it.each(['old', null])(
  'S-53: a browser that its owner removed elsewhere does not come back: known %s',
  async (name) => {
    known = name === null ? [] : ['another'];
    const replaced = at('new');
    await resubscribe(name === null ? null : at(name), replaced);
    expect(calls).toEqual(['GET /api/push/subscription']);
    expect(replaced.unsubscribe).toHaveBeenCalledOnce();
  },
);

it('S-53: what the server calls removed is unsubscribed here as well', async () => {
  removed = true;
  await resubscribe(null, null);
  expect(calls).toContain(RENEWED);
  expect(taken.unsubscribe).toHaveBeenCalledOnce();
});

it('S-53: without a session nothing is subscribed, and nothing is given up', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 401 }));
  const replaced = at('new');
  await expect(resubscribe(at('old'), replaced)).rejects.toThrow(/401/);
  expect(replaced.unsubscribe).not.toHaveBeenCalled();
});
