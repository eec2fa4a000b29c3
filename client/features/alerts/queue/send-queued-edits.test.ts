import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '../../../../tests/doubles/memory-storage.ts';
import type { UpdateAlert } from '#contracts/alerts.ts';
import { toast } from '../../../ui/toast.ts';
import { madeNow, queuedEdits } from './queued-edits.ts';
import { sendQueuedEdits } from './send-queued-edits.ts';
import { claimQueue } from './whose-edits.ts';

const ANNA = 'anna';
const BERTA = 'berta';
const A = '6f1a2f52-97c8-4f7c-9a53-1c7a3f1f0a01';
const B = '6f1a2f52-97c8-4f7c-9a53-1c7a3f1f0a02';
const pair = { symbol: 'xrp_usdt' };
const edit = (id: string): UpdateAlert => ({ id, made: madeNow(1_000), favorite: true });
const saved = {
  error: null,
  alert: {
    id: A,
    market: 'BINANCE',
    symbol: 'XRP_USDT',
    price: 0.5,
    type: 'PRICE_REACHES',
    informing: 'ONLY_ONCE',
    comment: '',
    favorite: true,
    sendToTelegram: false,
    active: true,
    executed: false,
    seen: false,
    executedAt: null,
    late: false,
  },
};

let sent: string[];
const client = new QueryClient();
const answering = (answer: () => Response | Promise<Response>) =>
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body).id);
    return answer();
  });
const send = (person: string, signedIn: string | null = person) =>
  sendQueuedEdits({ client, person, readPerson: async () => signedIn });
const waiting = () => queuedEdits.list().map(({ person, edit: { id } }) => [person, id]);

beforeEach(() => {
  sent = [];
  vi.stubGlobal('window', {});
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('sessionStorage', memoryStorage());
  vi.stubGlobal('localStorage', memoryStorage());
  for (const kind of ['error', 'warning', 'success'] as const) vi.spyOn(toast, kind).mockReturnValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('P-04: a change made offline is sent only as the person who made it', async () => {
  answering(() => Response.json(saved));
  queuedEdits.add(pair, edit(A), ANNA);
  await send(BERTA);
  // This page still shows Anna, and another tab has signed Berta in.
  await send(ANNA, BERTA);
  await send(ANNA, null);
  expect([sent, waiting()]).toEqual([[], [[ANNA, A]]]);
  await send(ANNA);
  expect([sent, waiting()]).toEqual([[A], []]);
  expect(toast.success).toHaveBeenCalledOnce();
});

it('P-04: what another person left unsent is discarded at the next sign-in, and told to that person later', () => {
  queuedEdits.add(pair, edit(A), ANNA);
  claimQueue(ANNA);
  expect(waiting()).toEqual([[ANNA, A]]);
  claimQueue(BERTA);
  expect(waiting()).toEqual([]);
  expect(toast.warning).not.toHaveBeenCalled();
  for (let start = 0; start < 2; start += 1) claimQueue(ANNA);
  expect(vi.mocked(toast.warning).mock.calls).toEqual([[expect.stringMatching(/^1 change of your alerts/)]]);
});

it.each([
  [null, [[BERTA, A]]],
  [BERTA, [[BERTA, A]]],
  [ANNA, []],
])('P-04: changes of the last release belong to the owner of the data on this device: %s', (owner, left) => {
  const former = [{ key: 'k', symbol: 'xrp_usdt', edit: { id: A, active: true } }];
  localStorage.setItem('waiting-edits', JSON.stringify(former));
  if (owner !== null) localStorage.setItem('readable-by', owner);
  claimQueue(BERTA);
  expect(waiting()).toEqual(left);
  expect(localStorage.getItem('waiting-edits')).toBeNull();
});

it.each([
  ['a fault of the site', () => Response.json({ error: 'Something went wrong' }, { status: 500 })],
  ['a site that is stopping', () => new Response('', { status: 503 })],
  ['an answer that cannot be read', () => Response.json({ done: true })],
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
])('V-20: after %s the change stays queued, and is not called refused', async (_, answer) => {
  answering(answer);
  for (const id of [A, B]) queuedEdits.add(pair, edit(id), ANNA);
  await send(ANNA);
  expect([sent, waiting().length]).toEqual([[A], 2]);
  expect(toast.error).not.toHaveBeenCalled();
  answering(() => Response.json(saved));
  await send(ANNA);
  expect([sent, waiting()]).toEqual([[A, A, B], []]);
});

it('V-20: a refused change is told, and leaves the queue', async () => {
  answering(() => Response.json({ error: 'No such alert.' }, { status: 404 }));
  queuedEdits.add(pair, edit(A), ANNA);
  await send(ANNA);
  expect([waiting(), vi.mocked(toast.error).mock.calls.length]).toEqual([[], 1]);
});
