import { Big } from 'big.js';
import { expect, it, onTestFinished } from 'vitest';
import { until } from '../../../tests/setup/until.ts';
import type { Answer, Exchange, Trade } from '../../exchanges/exchange.ts';
import { createLog } from '../../lib/log.ts';
import { livePublisher } from '../../live/publish.ts';
import { localBus } from '../../runtime/bus/bus.ts';
import { keepPrices } from './last-prices.ts';

type Listener = Parameters<Exchange['watchTrades']>[0];
const SYMBOL = 'XRPUSDT';
const at = (price: string, time: number): Trade => ({ symbol: SYMBOL, price: new Big(price), time });
const listed = (price: string, time: number): Answer<Trade[]> => ({ outcome: 'ok', value: [at(price, time)] });
const REFUSED: Answer<Trade[]> = { outcome: 'unknown', reason: 'No answer.' };

/** An exchange that says what a test has it say, and the prices that are kept of it. */
async function world() {
  let tell: Listener = () => {};
  let asked = 0;
  let answer = async (): Promise<Answer<Trade[]>> => listed('0.5', 100);
  const exchange: Pick<Exchange, 'watchTrades' | 'lastPrices'> = {
    watchTrades: (listener) => {
      tell = listener;
      return () => {};
    },
    lastPrices: () => {
      asked += 1;
      return answer();
    },
  };
  const prices = keepPrices({
    exchanges: new Map([['binance', exchange as Exchange]]),
    live: livePublisher(localBus(() => {})),
    log: createLog('silent'),
    clock: () => 0,
    readAgainAfter: 10,
  });
  onTestFinished(prices.stop);
  await prices.start({ publishes: () => true });
  return {
    answers: (how: typeof answer) => void (answer = how),
    asked: () => asked,
    gap: () => tell({ kind: 'gap' }),
    trade: (price: string, time: number) => tell({ kind: 'trade', trade: { ...at(price, time), id: `${time}` } }),
    price: () => prices.lastPrice('binance', SYMBOL)?.price.toFixed(),
  };
}

it('V-15 a trade counts after a list whose time is ahead of the exchange’s clock', async () => {
  const { answers, gap, trade, price } = await world();
  answers(async () => listed('0.53', 1000));
  gap();
  await until(() => expect(price()).toBe('0.53'));
  trade('0.52', 990);
  expect(price()).toBe('0.52');
});

it('V-15 a trade that comes while the list is read is newer than what the list says', async () => {
  const { answers, asked, gap, trade, price } = await world();
  const list = Promise.withResolvers<Answer<Trade[]>>();
  answers(() => list.promise);
  gap();
  trade('0.52', 990);
  list.resolve(listed('0.53', 1000));
  await until(() => expect(asked()).toBe(2));
  await list.promise;
  expect(price()).toBe('0.52');
});

it('of two trades the later one counts, whichever comes first', async () => {
  const { trade, price } = await world();
  trade('0.52', 300);
  trade('0.51', 299);
  expect(price()).toBe('0.52');
  trade('0.53', 300);
  expect(price()).toBe('0.53');
});

it('V-15 a list that could not be read after a gap is read again', async () => {
  const { answers, gap, price } = await world();
  let refusals = 2;
  answers(async () => (refusals-- > 0 ? REFUSED : listed('0.53', 1000)));
  gap();
  await until(() => expect(price()).toBe('0.53'));
});
