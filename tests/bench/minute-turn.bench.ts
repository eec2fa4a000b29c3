import { setTimeout as pause } from 'node:timers/promises';
import { Big } from 'big.js';
import { CLOSING_INTERVALS, type ClosingInterval } from '#contracts/rules/closing-intervals.ts';
import { HOUR, SECOND } from '#contracts/rules/time.ts';
import type { IndicatorCondition } from '../../server/domain/conditions/indicator-score.ts';
import { ConditionEngine } from '../../server/features/alerts/conditions/condition-engine.ts';
import type { ConditionRow } from '../../server/features/alerts/conditions/condition-row.ts';
import { createLog } from '../../server/lib/log.ts';
import { localBus } from '../../server/runtime/bus/bus.ts';
import { wholePartition } from '../../server/runtime/leases/partition.ts';
import type { BarCandle, BarSource, Trade } from '../../server/runtime/price-triggers/prices.ts';
import { median, type Row, summary } from './measure.ts';

const PAIRS = 500;
const EACH = 120;
const SERIES = PAIRS * EACH;
const TURNS = 10;
/** K-10, ms. */
const MOST_TURN = 300;
const MOST_HELD = 10;
/** Bars of all these lengths end with each full hour. */
const INTERVALS = ['1m', '5m', '15m', '1h'] as const;
const BEGIN = 1_800_000_000_000 - (1_800_000_000_000 % HOUR);
/** A bar counts so long after its end, and a little more. */
const AFTER = 3 * SECOND;

/** A series of its own for each of a pair. Nothing fires while prices rise: what a turn costs is its series. */
function seriesOf(at: number): IndicatorCondition {
  const interval: ClosingInterval = INTERVALS[at % INTERVALS.length] ?? '1m';
  const [kind, more] = [Math.floor(at / 4) % 4, Math.floor(at / 16)];
  const common = { direction: 'down', interval } as const;
  if (kind === 0) return { kind: 'rsi', length: 7 + more, level: 50, ...common };
  if (kind === 1) return { kind: 'ema', fast: 10 + more, slow: 30 + more, ...common };
  if (kind === 2) return { kind: 'macd', fast: 8 + more, slow: 20 + more, signal: 9, against: 'zero', ...common };
  return { kind: 'bollinger', length: 15 + more, band: 'lower', ...common };
}

const nameOf = (pair: number): string => `S${pair}USDT`;

const rowOf = (pair: number, at: number): ConditionRow => ({
  num: pair * EACH + at,
  market: 'binance',
  symbol: nameOf(pair),
  condition: seriesOf(at),
  informing: 'ONLY_ONCE',
  seq: 1,
  armedAt: BEGIN,
  executedAt: null,
});

const priceAt = (time: number): Big => new Big(100).plus(new Big(Math.floor((time - BEGIN) / 60_000)).times('0.001'));

/** Rising prices; the same candles for all pairs. */
function risingMarket() {
  const known = new Map<string, BarCandle[]>();
  const candlesOf = (interval: ClosingInterval, from: number): BarCandle[] => {
    const length = CLOSING_INTERVALS[interval];
    const count = Math.max(0, Math.ceil((BEGIN - from) / length));
    return Array.from({ length: Math.min(count, 1_000) }, (_, bar) => {
      const openTime = from + bar * length;
      const price = priceAt(openTime);
      const prices = { open: price, high: price, low: price, close: price };
      return { openTime, closeTime: openTime + length - 1, volume: new Big(1), ...prices };
    });
  };
  let listener: (event: { kind: 'trade'; trade: Trade } | { kind: 'gap' }) => void = () => {};
  const candles: BarSource['candles'] = async ({ interval, startTime = 0 }) => {
    const key = `${interval} ${startTime}`;
    const value = known.get(key) ?? candlesOf(interval as ClosingInterval, startTime);
    known.set(key, value);
    return { outcome: 'ok', value };
  };
  return {
    exchange: {
      candles,
      watchTrades(taker: typeof listener) {
        listener = taker;
        return () => {};
      },
    },
    trade: (symbol: string, time: number) => listener({ kind: 'trade', trade: { symbol, price: priceAt(time), time } }),
  };
}

/** The engine as it runs, on what it is told instead of a database. */
function engineOf(exchange: ReturnType<typeof risingMarket>['exchange'], clock: () => number): ConditionEngine {
  const pairs = Array.from({ length: PAIRS }, (_, pair) => ({ market: 'binance', symbol: nameOf(pair) }));
  const numbers = Array.from({ length: EACH }, (_, at) => at);
  return new ConditionEngine({
    clock,
    log: createLog('silent'),
    bus: localBus(() => {}),
    partition: wholePartition,
    markets: { names: () => ['binance'], exchange: () => exchange },
    watermarks: { read: async () => new Map(), save: async () => {} },
    conditions: {
      pairs: async () => pairs,
      ofPair: async ({ symbol }) => numbers.map((at) => rowOf(Number(symbol.slice(1, -'USDT'.length)), at)),
      one: async () => null,
    },
    store: { fire: async () => [] },
    notifications: { queueAlertDeliveries: async () => {}, wake: () => {}, publicUrl: '' },
  });
}

/** How long others of the process had to wait at most while the work went on, ms. */
async function longestHold(work: () => Promise<void>): Promise<number> {
  let [isOver, longest, last] = [false, 0, performance.now()];
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isOver = true;
  look();
  return longest;
}

/** K-10: every series has a bar that ends in this minute. */
export async function minuteTurnRow(): Promise<Row> {
  let now = BEGIN;
  const { exchange, trade } = risingMarket();
  const engine = engineOf(exchange, () => now);
  engine.start();
  while (!engine.isCaughtUp) await pause(20);
  const [turns, holds]: [number[], number[]] = [[], []];
  for (let hour = 1; hour <= TURNS; hour += 1) {
    now = BEGIN + hour * HOUR - SECOND;
    for (let pair = 0; pair < PAIRS; pair += 1) trade(nameOf(pair), now);
    await pause(50);
    now = BEGIN + hour * HOUR + AFTER;
    const began = performance.now();
    holds.push(await longestHold(() => engine.tick()));
    turns.push(performance.now() - began);
  }
  const isWhole = engine.size === SERIES;
  await engine.stop();
  return {
    name: `a minute's turn of ${SERIES} series on ${PAIRS} pairs`,
    found: `${summary(turns, 'ms')}; the loop was held for ${summary(holds, 'ms')}${isWhole ? '' : '; alerts have fired'}`,
    goal: `under ${MOST_TURN} ms, the loop never held for ${MOST_HELD} ms`,
    met: isWhole && median(turns) < MOST_TURN && Math.max(...holds) < MOST_HELD,
  };
}
