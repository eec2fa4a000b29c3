import { Big } from 'big.js';
import type { MarketCondition } from '#contracts/alert-conditions.ts';
import { CLOSING_INTERVALS, type ClosingInterval } from '#contracts/rules/closing-intervals.ts';
import { MOVE_WINDOWS, type MoveWindow } from '#contracts/rules/move-windows.ts';
import { DAY, MINUTE } from '#contracts/rules/time.ts';
import { isIndicator, PairConditions } from '../../server/features/alerts/conditions/pair-conditions.ts';
import { AlertTable } from '../../server/features/alerts/levels/alert-table.ts';
import { LevelBook } from '../../server/features/alerts/levels/level-book.ts';
import { orderOf } from '../../server/runtime/price-triggers/price-order.ts';
import type { Trade } from '../../server/runtime/price-triggers/prices.ts';
import { inTurn, median, type Row, summary } from './measure.ts';
import { heldBytes } from './memory.ts';

const ALERTS = 1_000_000;
const PAIRS = 500;
const EACH = ALERTS / PAIRS;
const TICKS = 400_000;
const ROUNDS = 5;
/** K-10. */
const LEAST_RATIO = 0.5;
const MOST_BYTES = 96;
/** Until each series has left its warm-up behind it: RSI 14 and EMA 50 need fewer. */
const BARS = 1_000;
/** Five trades of one coin a second. */
const A_MINUTE = 300;
const BEGIN = 1_800_000_000_000 - (1_800_000_000_000 % DAY);

const windows = Object.keys(MOVE_WINDOWS) as MoveWindow[];
const intervals = Object.keys(CLOSING_INTERVALS) as ClosingInterval[];
const DIRECTIONS = ['up', 'down', 'either'] as const;
const TYPES = ['PRICE_REACHES', 'PRICE_RISES_ABOVE', 'PRICE_DROPS_BELOW'] as const;
const nameOf = (pair: number): string => `S${pair}USDT`;
const names = Array.from({ length: PAIRS }, (_, pair) => nameOf(pair));
const one = <T>(of: readonly T[], at: number): T => of[at % of.length] as T;
/** From 90 to 110, as those of price levels alone. */
const levelOf = (at: number): number => 90 + ((at * 7919) % 2_000_003) / 100_000;

/** The kinds of K-1 that wait for prices, by turns; what each hangs on is one of a few series, as people choose them. */
function conditionOf(at: number): MarketCondition {
  const direction = one(DIRECTIONS, at);
  const interval = one(intervals, at >> 3);
  const spread = (at * 7919) % 1000;
  const kinds: MarketCondition[] = [
    { kind: 'percent-move', direction, percent: 2 + spread / 20, window: one(windows, at >> 3) },
    { kind: 'rsi', length: 14, level: 1 + (spread % 98), direction, interval },
    { kind: 'ema', fast: 20, slow: 50, direction, interval },
    { kind: 'bollinger', length: 20, band: one(['upper', 'lower'] as const, at), direction, interval },
    {
      kind: 'trendline',
      from: { time: BEGIN, price: levelOf(at) },
      to: { time: BEGIN + 30 * DAY, price: levelOf(at) + 1 },
      straightIn: 'price',
      until: BEGIN + 60 * DAY,
      direction,
    },
    { kind: 'volume', factor: 5 + spread / 100, bars: 20, interval },
  ];
  return one(kinds, at);
}

const rowOf = (num: number) => ({
  num,
  market: 'binance',
  symbol: '',
  condition: conditionOf(num),
  informing: 'ONLY_ONCE' as const,
  seq: 1,
  armedAt: BEGIN,
  executedAt: null,
});

/** A pair's price levels, and how many of its alerts they are. */
function levels(table: AlertTable, pair: number, count: number): LevelBook {
  const times = { ours: (time: number) => time, theirs: (time: number) => time };
  const book = new LevelBook({ table, tick: new Big('0.0001'), times, clock: () => BEGIN }, 100);
  for (let num = pair * EACH; num < pair * EACH + count; num += 1)
    book.upsert({ num, level: levelOf(num), type: one(TYPES, num), informing: 'ONLY_ONCE', seq: 1 }, { kind: 'armed' });
  return book;
}

/** What its alerts hang on, as after so many bars around 100. */
function warm(pair: PairConditions, all: readonly MarketCondition[]): void {
  for (const condition of all) {
    if (condition.kind === 'volume') pair.openVolume(condition);
    else if (isIndicator(condition)) pair.openBars(condition.interval).open(condition);
  }
  for (const bars of pair.bars.values())
    for (let bar = -BARS; bar <= 0; bar += 1) bars.take(BEGIN + bar * bars.length, 100 + (bar % 7) / 100);
  for (const volume of pair.volumes.values())
    for (let bar = -BARS; bar < 0; bar += 1)
      volume.take(BEGIN + bar * volume.length, (A_MINUTE * volume.length) / MINUTE);
}

/** The other half of a pair's alerts. */
function conditions(table: AlertTable, pair: number): PairConditions {
  const found = new PairConditions({ table, onFired: () => {} });
  const rows = Array.from({ length: EACH / 2 }, (_, at) => rowOf(pair * EACH + EACH / 2 + at));
  warm(
    found,
    rows.map(({ condition }) => condition),
  );
  for (const row of rows) found.upsert(row);
  found.take({ time: BEGIN, price: 100, late: false });
  return found;
}

type Take = (trade: Required<Trade>) => void;

const perPair = <T>(make: (pair: number) => T): Map<string, T> =>
  new Map(Array.from({ length: PAIRS }, (_, pair) => [nameOf(pair), make(pair)]));

/** Each engine finds the pair and reads the price by itself. */
function levelsAlone(count = EACH): Take {
  const table = new AlertTable();
  const books = perPair((pair) => levels(table, pair, count));
  return ({ symbol, price, time }) => void books.get(symbol)?.move(orderOf(price), time);
}

function mixed(): Take {
  const takeLevels = levelsAlone(EACH / 2);
  const table = new AlertTable();
  const pairs = perPair((pair) => conditions(table, pair));
  return (trade) => {
    takeLevels(trade);
    const { symbol, price: exact, time, quantity } = trade;
    const look = { time, price: orderOf(exact), exact, late: false };
    pairs.get(symbol)?.take(look);
    pairs.get(symbol)?.takeVolume(look, quantity);
  };
}

const prices = Array.from({ length: 20 }, (_, step) => new Big(99.95).plus(new Big(Math.abs(step - 10)).times('0.01')));
let ticked = 0;
/** Each price goes to and fro by a hundredth of a percent a step, five ticks a second a pair. */
async function perSecond(take: Take): Promise<number> {
  const started = performance.now();
  for (let tick = 0; tick < TICKS; tick += 1) {
    ticked += 1;
    const price = one(prices, Math.floor(ticked / PAIRS));
    take({ symbol: one(names, ticked * 7919), price, time: BEGIN + Math.floor(ticked * 0.4), quantity: 1 });
  }
  return (TICKS * 1000) / (performance.now() - started);
}

/** K-10: half of a million alerts on price levels, the others on conditions of all kinds. */
export async function mixedAlertRows(): Promise<Row[]> {
  const alone = levelsAlone();
  const before = await heldBytes();
  const both = mixed();
  const bytes = ((await heldBytes()) - before) / ALERTS;
  const rounds = { baseline: () => perSecond(alone), product: () => perSecond(both) };
  // What the walk reaches fires in the first round.
  await inTurn(2, rounds);
  const { baselines, products } = await inTurn(ROUNDS, rounds);
  const ratio = median(products.map((found, round) => found / (baselines[round] ?? 1)));
  const inThousands = (values: number[]) =>
    summary(
      values.map((value) => value / 1000),
      'thousand ticks/s',
    );
  return [
    {
      name: `${ALERTS} alerts of mixed kinds, over as many price levels`,
      found: `${ratio.toFixed(2)}: ${inThousands(products)} over ${inThousands(baselines)}`,
      goal: `at least ${LEAST_RATIO}`,
      met: ratio >= LEAST_RATIO,
    },
    {
      name: 'memory of an alert of mixed kinds beside its row',
      found: `${bytes.toFixed(0)} bytes`,
      goal: `under ${MOST_BYTES} bytes`,
      met: bytes < MOST_BYTES,
    },
  ];
}
