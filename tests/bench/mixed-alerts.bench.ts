import { setTimeout as pause } from 'node:timers/promises';
import { Big } from 'big.js';
import type { MarketCondition } from '#contracts/alert-conditions.ts';
import { CLOSING_INTERVALS, type ClosingInterval } from '#contracts/rules/closing-intervals.ts';
import { MOVE_WINDOWS, type MoveWindow } from '#contracts/rules/move-windows.ts';
import { DAY, MINUTE, SECOND } from '#contracts/rules/time.ts';
import { ConditionEngine } from '../../server/features/alerts/conditions/condition-engine.ts';
import type { ConditionRow } from '../../server/features/alerts/conditions/condition-row.ts';
import { AlertEngine } from '../../server/features/alerts/engine/alert-engine.ts';
import type { ActiveAlert } from '../../server/features/alerts/firing/firings.store.ts';
import { createLog } from '../../server/lib/log.ts';
import { localBus } from '../../server/runtime/bus/bus.ts';
import { wholePartition } from '../../server/runtime/leases/partition.ts';
import type { BarCandle, Trade } from '../../server/runtime/price-triggers/prices.ts';
import { pairKey } from '../../server/runtime/price-triggers/watermarks.store.ts';
import { inTurn, median, type Row, summary } from './measure.ts';
import { collectNew, heldBytes } from './memory.ts';

const ALERTS = 1_000_000;
const PAIRS = 500;
const EACH = ALERTS / PAIRS;
/** K-12: of 500 alerts of an account a hundred may be on conditions. */
const AT_LIMITS = EACH / 5;
/** A stretch: two minutes of five trades of each pair a second. */
const TICKS_EACH = 600;
const TICKS = PAIRS * TICKS_EACH;
/** In so many stretches each price goes its whole way. */
const WHOLE_WAY = 5;
const ROUNDS = 7;
/** K-10. */
const LEAST_RATIO = 0.5;
const MOST_BYTES = 96;
/** A second of five trades each. */
const BETWEEN = SECOND / 5;
const BEGIN = 1_800_000_000_000 - (1_800_000_000_000 % DAY);

const windows = Object.keys(MOVE_WINDOWS) as MoveWindow[];
const intervals = Object.keys(CLOSING_INTERVALS) as ClosingInterval[];
const DIRECTIONS = ['up', 'down', 'either'] as const;
const TYPES = ['PRICE_REACHES', 'PRICE_RISES_ABOVE', 'PRICE_DROPS_BELOW'] as const;
const names = Array.from({ length: PAIRS }, (_, pair) => `S${pair}USDT`);
const pairOf = (symbol: string): number => Number(symbol.slice(1, -'USDT'.length));
const one = <T>(among: readonly T[], at: number): T => among[at % among.length] as T;
/** From 90 to 110; the price is around 100. */
const levelOf = (at: number): number => 90 + ((at * 7919) % 2_000_003) / 100_000;

/**
 * Conditions that wait for prices, in equal shares. Lengths and intervals are those that people choose, so that many
 * hang on one series; thresholds differ.
 */
function conditionOf(at: number): MarketCondition {
  const direction = one(DIRECTIONS, at);
  const interval = one(intervals, at >> 3);
  const spread = (at * 7919) % 1000;
  const kinds: MarketCondition[] = [
    { kind: 'percent-move', direction, percent: 1.5 + spread / 100, window: one(windows, at >> 3) },
    { kind: 'volume', factor: 3 + spread / 100, bars: 20, interval },
    { kind: 'rsi', length: 14, level: 1 + (spread % 98), direction, interval },
    { kind: 'ema', fast: 20, slow: 50, direction, interval },
    { kind: 'macd', fast: 12, slow: 26, signal: 9, against: 'signal', direction, interval },
    { kind: 'bollinger', length: 20, band: one(['upper', 'lower'] as const, at), direction, interval },
    {
      kind: 'trendline',
      from: { time: BEGIN, price: levelOf(at) },
      to: { time: BEGIN + 30 * DAY, price: levelOf(at) + 1 },
      straightIn: 'price',
      until: BEGIN + 60 * DAY,
      direction,
    },
  ];
  return one(kinds, at);
}

const commonOf = (num: number) => ({
  num,
  market: 'binance',
  symbol: one(names, Math.floor(num / EACH)),
  informing: 'ONLY_ONCE' as const,
  seq: 1,
  armedAt: BEGIN,
  executedAt: null,
});

const levelRow = (num: number): ActiveAlert => ({ ...commonOf(num), level: levelOf(num), type: one(TYPES, num) });
const conditionRow = (num: number): ConditionRow => ({ ...commonOf(num), condition: conditionOf(num) });

/** Past bars around 100, the same of all pairs; in none of them much more is traded than in those to come. */
function pastBars() {
  const known = new Map<string, BarCandle[]>();
  const lengths: Record<string, number> = { '1s': SECOND, ...CLOSING_INTERVALS };
  const barsOf = (length: number, from: number, count: number): BarCandle[] =>
    Array.from({ length: count }, (_, at) => {
      const openTime = from + at * length;
      const price = new Big(100).plus(new Big((openTime / length) % 7).div(100));
      const prices = { open: price, high: price, low: price, close: price };
      return { openTime, closeTime: openTime + length - 1, volume: new Big(length / BETWEEN), ...prices };
    });
  const candles = async (of: { interval: string; startTime?: number; endTime?: number; limit?: number }) => {
    const { interval, startTime = 0, endTime = BEGIN - 1, limit = 1_000 } = of;
    const length = lengths[interval] ?? MINUTE;
    const count = Math.max(0, Math.ceil((Math.min(endTime + 1, BEGIN) - startTime) / length));
    const key = `${interval} ${startTime} ${count}`;
    const value = known.get(key) ?? barsOf(length, startTime, Math.min(count, limit));
    known.set(key, value);
    return { outcome: 'ok' as const, value };
  };
  return { candles, forget: () => known.clear() };
}

type Event = { kind: 'trade'; trade: Trade } | { kind: 'gap' };

/** One server's engines, as they run, on what they are told instead of a database and an exchange. */
function serverOf(counts: { levels: number; conditions: number }) {
  let now = BEGIN;
  const past = pastBars();
  const listeners: ((event: Event) => void)[] = [];
  const exchange = {
    candles: past.candles,
    trades: null,
    pairs: () => new Map(),
    watchTrades(listener: (event: Event) => void) {
      listeners.push(listener);
      return () => {};
    },
  };
  const pairs = names.map((symbol) => ({ market: 'binance', symbol, armedAt: BEGIN }));
  const numbers = (symbol: string, from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => pairOf(symbol) * EACH + from + at);
  const levelRows = (symbol: string): ActiveAlert[] => numbers(symbol, 0, counts.levels).map((num) => levelRow(num));
  const marks = new Map(pairs.map((pair) => [pairKey(pair), { price: new Big(100), time: BEGIN }]));
  const common = {
    clock: () => now,
    log: createLog('silent'),
    bus: localBus(() => {}),
    partition: wholePartition,
    watermarks: { read: async () => marks, save: async () => {} },
    notifications: { queueAlertDeliveries: async () => {}, wake: () => {}, publicUrl: '' },
  };
  const markets = { names: () => ['binance' as const], exchange: () => exchange };
  const store = {
    pairs: async () => pairs,
    async *active() {
      for (const symbol of names) yield levelRows(symbol);
    },
    activeOne: async () => null,
    fire: async () => [],
    rearm: async () => {},
  };
  const conditions = {
    pairs: async () => (counts.conditions === 0 ? [] : pairs),
    ofPair: async ({ symbol }: { symbol: string }) =>
      numbers(symbol, counts.levels, counts.levels + counts.conditions).map((num) => conditionRow(num)),
    one: async () => null,
  };
  const levelEngine = new AlertEngine({ ...common, markets, store });
  const conditionEngine = new ConditionEngine({ ...common, markets, store, conditions });
  return {
    async start() {
      levelEngine.start();
      conditionEngine.start();
      while (!levelEngine.ready() || !conditionEngine.isCaughtUp) await pause(20);
      past.forget();
    },
    async stop() {
      await Promise.all([levelEngine.stop(), conditionEngine.stop()]);
    },
    size: () => levelEngine.size + conditionEngine.size,
    trade(trade: Trade) {
      now = trade.time;
      const event = { kind: 'trade' as const, trade };
      for (const listener of listeners) listener(event);
    },
  };
}
type Server = ReturnType<typeof serverOf>;

const FAST = { steps: 20, size: 5 };
const SLOW = { steps: TICKS_EACH * WHOLE_WAY, size: 50 };
const prices = Array.from({ length: 2 * (FAST.size + SLOW.size) + 1 }, (_, at) =>
  new Big(100).plus(new Big(at - FAST.size - SLOW.size).div(100)),
);
/** From 0 up to twice the size and back. */
const toAndFro = ({ steps, size }: typeof FAST, step: number): number =>
  Math.round((Math.abs((step % steps) - steps / 2) * 4 * size) / steps);

/**
 * A price goes to and fro by a twentieth of a percent in four seconds, and by half a percent in ten minutes, each pair at a
 * place of its own.
 */
function* tradesFrom(step: number): Generator<Required<Trade>> {
  for (let at = step; at < step + TICKS_EACH; at += 1) {
    const time = BEGIN + at * BETWEEN;
    for (const [pair, symbol] of names.entries())
      yield {
        symbol,
        price: one(prices, toAndFro(FAST, at + pair) + toAndFro(SLOW, at + pair * 7)),
        time,
        quantity: 1,
      };
  }
}

/**
 * CPU of the next stretch, µs, whatever else the machine does; each server gets the same ones. What the making of the
 * trades left behind is collected before.
 */
function stretches({ trade: take }: Server) {
  let step = 0;
  return async (): Promise<number> => {
    const trades = [...tradesFrom(step)];
    step += TICKS_EACH;
    collectNew();
    const started = process.threadCpuUsage();
    for (const trade of trades) take(trade);
    const { user, system } = process.threadCpuUsage(started);
    return user + system;
  };
}

interface Servers {
  alone: Server;
  both: Server;
}

/** Ticks a second of CPU over whole ways, stretch by stretch in turn: Linux adds up a thread's time every 4 ms only. */
function wholeWays({ alone, both }: Servers) {
  const rounds = { baseline: stretches(alone), product: stretches(both) };
  const ticksIn = (times: readonly number[]) =>
    (TICKS * WHOLE_WAY * SECOND * 1000) / times.reduce((total, time) => total + time, 0);
  return async () => {
    const { baselines, products } = await inTurn(WHOLE_WAY, rounds);
    return { alone: ticksIn(baselines), both: ticksIn(products) };
  };
}

/** What has fired is written. */
async function settled({ size }: Server): Promise<void> {
  for (let before = -1; before !== size();) {
    before = size();
    await pause(500);
  }
}

/** Of so many of a pair's alerts, those on conditions. Those of a time and of a listing wait for no price. */
async function mixRows({ rounds, conditions }: { rounds: number; conditions: number }): Promise<Row[]> {
  const alone = serverOf({ levels: EACH, conditions: 0 });
  await alone.start();
  const before = await heldBytes();
  const both = serverOf({ levels: EACH - conditions, conditions });
  await both.start();
  const bytes = ((await heldBytes()) - before) / ALERTS;
  const wholeWay = wholeWays({ alone, both });
  // What the prices reach fires on the way.
  await wholeWay();
  await settled(alone);
  await settled(both);
  const found: Awaited<ReturnType<typeof wholeWay>>[] = [];
  for (let round = 0; round < rounds; round += 1) found.push(await wholeWay());
  const left = [alone.size(), both.size()];
  await alone.stop();
  await both.stop();
  const share = `${(conditions * 100) / EACH}%`;
  const ratios = found.map((ticks) => ticks.both / ticks.alone);
  const ratio = median(ratios);
  const [products, baselines] = [found.map((ticks) => ticks.both), found.map((ticks) => ticks.alone)];
  const inThousands = (values: number[]) =>
    summary(
      values.map((value) => value / 1000),
      'thousand ticks/s',
    );
  return [
    {
      name: `${ALERTS} alerts on ${PAIRS} pairs, ${share} of them on conditions, over as many price levels`,
      found: `${ratio.toFixed(3)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}): ${inThousands(products)} over ${inThousands(baselines)}; ${left.join(' and ')} are left`,
      goal: `at least ${LEAST_RATIO}`,
      met: ratio >= LEAST_RATIO,
      ratio: 1 / ratio,
    },
    {
      name: `memory of an alert besides its row, ${share} of them on conditions`,
      found: `${bytes.toFixed(0)} bytes`,
      goal: `under ${MOST_BYTES} bytes`,
      met: bytes < MOST_BYTES,
    },
  ];
}

/**
 * K-10: a million alerts of mixed kinds, over as many on price levels alone: those of accounts at their limits, and half of
 * each.
 */
export const mixedAlertRows = async (): Promise<Row[]> => [
  ...(await mixRows({ rounds: ROUNDS, conditions: AT_LIMITS })),
  ...(await mixRows({ rounds: ROUNDS, conditions: EACH / 2 })),
];

/** Accounts at their limits alone. */
export const mixedAtLimitsRows = ({ rounds }: { rounds: number }): Promise<Row[]> =>
  mixRows({ rounds, conditions: AT_LIMITS });
