import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { SECOND } from '#contracts/rules/time.ts';
import { until } from '../../../../tests/setup/until.ts';
import type { Lookup } from '../../../exchanges/exchange.ts';
import type { OrderRow } from '../store/block-view.store.ts';
import { orderLookup } from './order-lookup.ts';

type Deps = Parameters<typeof orderLookup>;
const SENT_AT = 1_000_000;
const ABSENT: Lookup = { outcome: 'absent' };
const NO_ANSWER: Lookup = { outcome: 'unknown', reason: 'no answer' };
const limited = (retryAfter: number): Lookup => ({
  outcome: 'rejected',
  code: -1003,
  message: '',
  sentence: '',
  retryAfter,
});

/** When a stop that the exchange never had is asked for, s after it was sent, until that is known; first come `answers`. */
async function lookedUp({ answers = [], failures = 0 }: { answers?: Lookup[]; failures?: number }) {
  let passed = 0;
  const now = () => SENT_AT + passed;
  const asked: number[] = [];
  const order = { clientOrderId: 'lost', symbol: 'XRPUSDT', leg: 'stop-loss', placedAt: SENT_AT, quantity: new Big(1) };
  let state = 'unknown';
  let left = failures;
  const exchange = {
    find: async (): Promise<Lookup> => {
      asked.push(passed / SECOND);
      return answers.shift() ?? ABSENT;
    },
    openOrders: async () => ({ outcome: 'ok', value: [] }),
  };
  const facts = {
    store: { byClientOrderId: async () => ({ ...order, state }) as unknown as OrderRow },
    settle: async (_: string, settled: string) => {
      left -= 1;
      if (left >= 0) throw new Error('The database does not answer.');
      state = settled;
    },
  };
  const deps = {
    clock: now,
    log: { error: () => {} },
    markets: { isOn: () => true, exchange: () => exchange },
    keys: { byId: async () => ({ credentials: {} }) },
  };
  /** It ends at once, and the clock is on by as much. */
  const pause = async (ms: number) => void (passed += ms);
  const lookup = orderLookup(deps as unknown as Deps[0], facts as unknown as Deps[1], pause as Deps[2]);
  lookup.start('lost');
  await until(() => expect(state).toBe('expired'));
  await lookup.stop();
  return asked;
}

it('M-03 M-04: an order that never arrived is asked for with growing pauses, and given up when its absence is final', async () => {
  expect(await lookedUp({})).toEqual([0, 1, 3, 8, 18, 20.1]);
});

it('M-04: what could not be written down is looked up again at once, not when all orders are compared', async () => {
  expect(await lookedUp({ failures: 2 })).toEqual([0, 1, 3, 8, 18, 20.1, 21.1, 22.1]);
});

it('M-18: a look-up that the limit of requests put off comes as soon as the limit allows it', async () => {
  const answers = [ABSENT, ABSENT, ABSENT, ABSENT, NO_ANSWER, limited(12_900), limited(40_000), limited(3900)];
  expect(await lookedUp({ answers })).toEqual([0, 1, 3, 8, 18, 20.1, 33.1, 48.1, 52.1]);
});
