import { Big } from 'big.js';
import { beforeEach, expect, it } from 'vitest';
import type { Answer, Balance, Exchange } from '../../../exchanges/exchange.ts';
import { createLog } from '../../../lib/log.ts';
import type { KeyRow } from '../keys.store.ts';
import type { Balances } from './key-balances.ts';
import { keyWorth } from './key-worth.ts';

const row = { id: 'key', userId: 'ann', market: 'binance', disabledReason: null } as KeyRow;
const usdt = (free: number, locked = 0): Balance => ({ asset: 'USDT', free: new Big(free), locked: new Big(locked) });
const ok = (free: number): Answer<Balance[]> => ({ outcome: 'ok', value: [usdt(free)] });
const refused: Answer<Balance[]> = { outcome: 'rejected', code: -2015, message: '', sentence: 'It is gone.' };
const tooMany: Answer<Balance[]> = { ...refused, code: -1003, sentence: 'Wait.', retryAfter: 1000 };

/** An exchange with scripted answers. */
function scene() {
  let now = 0;
  let streamed: Balances | null = null;
  const asked: PromiseWithResolvers<Answer<Balance[]>>[] = [];
  const news: string[] = [];
  const live = { toUser: (_: string, { topic }: { topic: string }) => void news.push(topic) };
  const balances = () => {
    asked.push(Promise.withResolvers());
    return asked.at(-1)?.promise;
  };
  const worth = keyWorth({
    clock: () => now,
    log: createLog('silent'),
    exchanges: new Map([['binance', { balances } as unknown as Exchange]]),
    lastPrice: () => null,
    open: async () => ({ credentials: {} }) as never,
    balances: { of: () => streamed },
    live,
  });
  return {
    asked,
    news,
    ...worth,
    answer: (answer: Answer<Balance[]>) => asked.at(-1)?.resolve(answer),
    pass: (ms: number) => (now += ms),
    stream: (balance: Balance | null) => {
      const by = (amount: Big) => new Map([['USDT', amount]]);
      streamed = balance && { free: by(balance.free), locked: by(balance.locked), at: now };
    },
    shown: async () => {
      const { usdtBalance, balanceAt, refusal } = await worth.valued(row);
      return [usdtBalance?.toFixed() ?? null, balanceAt, refusal];
    },
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
let here: ReturnType<typeof scene>;
/** The value is known to be 100 at time 0. */
beforeEach(async () => {
  here = scene();
  const first = here.shown();
  await turn();
  here.answer(ok(100));
  expect(await first).toEqual(['100', 0, null]);
});

it('what is known is answered while the exchange is asked; its answer is news', async () => {
  here.pass(9_999);
  expect(await here.shown()).toEqual(['100', 0, null]);
  expect(here.asked).toHaveLength(1);
  here.pass(1);
  expect([await here.shown(), await here.shown()]).toEqual([
    ['100', 0, null],
    ['100', 0, null],
  ]);
  await turn();
  expect([here.asked.length, here.news]).toEqual([2, []]);
  here.answer(ok(120));
  await turn();
  expect([await here.shown(), here.news]).toEqual([['120', 10_000, null], ['balance']]);
});

it('a refusal is told and takes nothing away; too many requests are no fault of the key', async () => {
  const askAgain = async (answer: Answer<Balance[]>) => {
    here.pass(10_000);
    await here.shown();
    await turn();
    here.answer(answer);
    await turn();
    return here.shown();
  };
  expect(await askAgain(tooMany)).toEqual(['100', 0, null]);
  expect(await askAgain(refused)).toEqual(['100', 0, 'It is gone.']);
  expect(await askAgain({ outcome: 'unknown', reason: '' })).toEqual(['100', 0, 'It is gone.']);
  expect(await askAgain(ok(90))).toEqual(['90', 40_000, null]);
});

it('a watched key is valued from its stream, without asking, with what its orders hold', async () => {
  here.pass(60_000);
  here.stream(usdt(70, 25));
  expect(await here.shown()).toEqual(['95', 60_000, null]);
  here.stream(null);
  expect(await here.shown()).toEqual(['95', 60_000, null]);
  expect(here.asked).toHaveLength(1);
});

it('what a look at the key has found stays until the next one', async () => {
  here.noteResult(row, 'No spot.');
  here.noteResult(row, 'No spot.');
  expect(here.news).toEqual(['keys']);
  expect(await here.shown()).toEqual(['100', 0, 'No spot.']);
  await turn();
  here.answer(ok(100));
  await turn();
  expect(await here.shown()).toEqual(['100', 0, 'No spot.']);
  here.noteResult(row, null);
  expect((await here.shown())[2]).toBeNull();
  expect(here.news).toEqual(['keys', 'balance', 'keys']);
});
