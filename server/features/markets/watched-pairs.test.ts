import { Big } from 'big.js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LiveEvent } from '#contracts/live.ts';
import type { Exchange, PairEvent, PublicTrade } from '../../exchanges/exchange.ts';
import { createLog } from '../../lib/log.ts';
import { publishWatchedPairs } from './watched-pairs.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const trade = (id: number): PublicTrade => ({
  id: `${id}`,
  price: new Big('0.5'),
  quantity: new Big(id),
  side: 'buy',
  time: 1_000 + id,
});
const level = (quantity: string): PairEvent => ({
  kind: 'depth',
  depth: { bids: [[new Big('0.5'), new Big(quantity)]], asks: [] },
});

function setUp({ publishes = (): boolean => true, details = true } = {}) {
  const open = new Map<string, (event: PairEvent) => void>();
  const published: LiveEvent[] = [];
  let onWatch: Parameters<Parameters<typeof publishWatchedPairs>[0]['live']['onWatch']>[0] = () => {};
  let recent = [trade(1), trade(2)];
  const exchange = {
    pairs: () => new Map([['XRPUSDT', {}]]),
    details: details
      ? {
          watch(symbol: string, listener: (event: PairEvent) => void) {
            open.set(symbol, listener);
            return () => open.delete(symbol);
          },
          recentTrades: async () => ({ outcome: 'ok' as const, value: recent }),
        }
      : null,
  } as unknown as Exchange;
  const stop = publishWatchedPairs({
    isOn: (market) => market === 'binance',
    exchange: () => exchange,
    live: {
      detail: (_, event) => void published.push(event),
      onWatch(listener) {
        onWatch = listener;
        return () => {};
      },
    },
    clock: Date.now,
    log: createLog('silent'),
    pairName: () => 'xrp_usdt',
    publishes,
  });
  return {
    open,
    stop,
    watch: (isNew = false, symbol = 'XRPUSDT') => onWatch({ market: 'binance', symbol }, isNew),
    emit: (event: PairEvent) => open.get('XRPUSDT')?.(event),
    setRecent: (trades: PublicTrade[]) => (recent = trades),
    take: () => published.splice(0),
  };
}

const ids = (event: LiveEvent | undefined) =>
  event?.topic === 'market-trades' ? [event.body.whole, ...event.body.trades.map(({ id }) => id)] : null;

it('publishes the newest book of each quarter of a second, and nothing while it does not change', () => {
  const { watch, emit, take } = setUp();
  watch(true);
  for (const quantity of ['1', '2', '3.12345678901234567']) emit(level(quantity));
  vi.advanceTimersByTime(1_000);
  const [only, ...more] = take();
  expect(more).toEqual([]);
  expect(only).toMatchObject({ topic: 'market-depth', body: { market: 'binance', symbol: 'xrp_usdt', asks: [] } });
  // No finer than a JSON number can hold.
  expect(only?.topic === 'market-depth' && only.body.bids[0]?.[1].toFixed()).toBe('3.12345678901234');
});

it('publishes the latest trades whole, then those that follow, each once', async () => {
  const { watch, emit, take } = setUp();
  watch(true);
  emit({ kind: 'trades', trades: [trade(2), trade(3)] });
  emit({ kind: 'gap' });
  await vi.advanceTimersByTimeAsync(250);
  expect(take().map(ids)).toEqual([[true, '1', '2', '3']]);
  emit({ kind: 'trades', trades: [trade(4)] });
  emit({ kind: 'trades', trades: [trade(5)] });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(take().map(ids)).toEqual([[false, '4', '5']]);
});

it('after a gap and for a new page the list is published whole again', async () => {
  const { watch, emit, take, setRecent } = setUp();
  watch(true);
  emit({ kind: 'gap' });
  await vi.advanceTimersByTimeAsync(250);
  take();
  setRecent([trade(7), trade(8)]);
  emit({ kind: 'gap' });
  await vi.advanceTimersByTimeAsync(250);
  expect(take().map(ids)).toEqual([[true, '7', '8']]);
  emit(level('1'));
  await vi.advanceTimersByTimeAsync(250);
  take();
  watch(true);
  await vi.advanceTimersByTimeAsync(250);
  expect(take().map(({ topic }) => topic)).toEqual(['market-depth', 'market-trades']);
});

it('ends with the last page, within seconds, and not while one repeats that it watches', () => {
  const { open, watch } = setUp();
  watch(true);
  for (let seconds = 0; seconds < 60; seconds += 5) {
    vi.advanceTimersByTime(5_000);
    watch();
  }
  expect(open.size).toBe(1);
  vi.advanceTimersByTime(15_000);
  expect(open.size).toBe(0);
});

it('reads only what this process publishes, and stops when another one takes over', () => {
  let isOwn = false;
  const { open, watch } = setUp({ publishes: () => isOwn });
  watch(true);
  expect(open.size).toBe(0);
  isOwn = true;
  watch();
  expect(open.size).toBe(1);
  isOwn = false;
  vi.advanceTimersByTime(2_000);
  expect(open.size).toBe(0);
});

it('reads nothing of an unknown pair, nor where the book is not read, and ends all when it stops', () => {
  const unknown = setUp();
  unknown.watch(true, 'NOPE');
  expect(unknown.open.size).toBe(0);
  const without = setUp({ details: false });
  without.watch(true);
  expect(without.open.size).toBe(0);
  const { open, watch, stop } = setUp();
  watch(true);
  stop();
  expect(open.size).toBe(0);
});
