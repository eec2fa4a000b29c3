import type { Big } from 'big.js';
import { CLOSING_INTERVALS, type ClosingInterval } from '#contracts/rules/closing-intervals.ts';
import { MOVE_WINDOWS } from '#contracts/rules/move-windows.ts';
import { DAY, MINUTE, SECOND } from '#contracts/rules/time.ts';
import { indicatorScore } from '../../../domain/conditions/indicator-score.ts';
import { pathOf } from '../../../runtime/price-triggers/candle-path.ts';
import type { BarCandle, BarSource, Candle } from '../../../runtime/price-triggers/prices.ts';
import { readCandles, type Span } from '../../../runtime/price-triggers/read-prices.ts';
import { type ConditionRow, isIndicator } from './condition-row.ts';

const MOST = 1_000;
const MINUTES_UP_TO = 3 * DAY;
/** What is shorter is read by seconds in one call. */
const SECONDS_UP_TO = (MOST - 1) * SECOND;
/** Bars before the first that is decided on: its series has its side by then. */
const SPARE = 2;

/** The prices of a candle in their most probable order. */
export interface PricePath {
  /** UTC epoch ms; its last millisecond is `closeTime`. */
  openTime: number;
  closeTime: number;
  path: readonly Big[];
}

export type Bar = Pick<BarCandle, 'openTime' | 'closeTime' | 'close' | 'volume'>;

/** Candles of a pair by what they are read for, oldest first. */
export interface History {
  /** Prices for windows and lines. */
  prices: readonly PricePath[];
  bars: ReadonlyMap<ClosingInterval, readonly Bar[]>;
}

/** Where the past of a pair is read. What it reads throws when the exchange does not answer. */
export interface PastReader {
  /** By the minute at the coarsest. */
  prices: (span: Span) => Promise<readonly PricePath[]>;
  /** From the one that opens at this time, UTC epoch ms, up to the running one. */
  bars: (interval: ClosingInterval, from: number) => Promise<readonly Bar[]>;
}

interface Wanted {
  rows: readonly ConditionRow[];
  /** From when on they are decided, and now; by the exchange's clock, UTC epoch ms. */
  from: number;
  to: number;
}

interface BarsOf {
  symbol: string;
  interval: ClosingInterval;
  /** When the first one opens, and the last time that is wanted, UTC epoch ms. */
  from: number;
  to?: number;
}

/** Throws when the exchange does not answer. */
export async function readBars(exchange: BarSource, { symbol, interval, from, to }: BarsOf): Promise<BarCandle[]> {
  const found: BarCandle[] = [];
  const end = to === undefined ? {} : { endTime: to };
  for (let startTime = from; ;) {
    const answer = await exchange.candles({ symbol, interval, startTime, ...end, limit: MOST });
    if (answer.outcome === 'rejected') throw new Error(`candles of ${symbol}: ${answer.message}`);
    if (answer.outcome === 'unknown') throw new Error(`candles of ${symbol}: ${answer.reason}`);
    found.push(...answer.value);
    const last = answer.value.at(-1);
    if (!last || answer.value.length < MOST) return found;
    startTime = last.openTime + CLOSING_INTERVALS[interval];
  }
}

/** How many bars before the first decision an alert needs, by length. */
export function barsNeeded(rows: readonly ConditionRow[]): Map<ClosingInterval, number> {
  const needed = new Map<ClosingInterval, number>();
  for (const { condition } of rows) {
    if (condition.kind === 'percent-move' || condition.kind === 'trendline') continue;
    const count = isIndicator(condition) ? indicatorScore(condition).warmUp + SPARE : condition.bars + SPARE;
    needed.set(condition.interval, Math.max(needed.get(condition.interval) ?? 0, count));
  }
  return needed;
}

/** So short that minutes are read of it at the coarsest: moves within a candle are not told apart from those of a window. */
function pieces({ from, to }: Span): Span[] {
  const count = Math.max(1, Math.ceil((to - from) / MINUTES_UP_TO));
  return Array.from({ length: count }, (_, at) => ({
    from: from + at * MINUTES_UP_TO,
    to: Math.min(to, from + (at + 1) * MINUTES_UP_TO),
  }));
}

/** From when on prices are needed; null where none are. */
function pricesFrom(rows: readonly ConditionRow[], from: number): number | null {
  const starts = rows.flatMap(({ condition: of }) => {
    if (of.kind === 'trendline') return [from];
    return of.kind === 'percent-move' ? [from - MOVE_WINDOWS[of.window]] : [];
  });
  return starts.length === 0 ? null : Math.min(...starts);
}

/** In two spans, so that seconds are told apart where the decisions begin; in one where seconds are read of all of it. */
function spansOf(start: number, { from, to }: Span): Span[] {
  if (to - start < SECONDS_UP_TO) return [{ from: start, to }];
  // Where the first ends with a whole minute, the seconds up to the decisions are read once.
  const minute = Math.floor(from / MINUTE) * MINUTE;
  const middle = to - minute < SECONDS_UP_TO ? minute : from;
  return [
    { from: start, to: middle },
    { from: middle, to },
  ];
}

/** Those of spans one after another, without what two of them share. */
const joined = <T extends { openTime: number }>(parts: readonly (readonly T[])[]): T[] =>
  parts.flat().filter(({ openTime }, at, all) => openTime > (all[at - 1]?.openTime ?? -Infinity));

/** The prices of a span, by the minute at the coarsest. Throws when the exchange does not answer. */
export const readPrices = async (exchange: BarSource, symbol: string, span: Span): Promise<Candle[]> =>
  joined(await Promise.all(pieces(span).map((piece) => readCandles(exchange, symbol, piece))));

/** The exchange takes no request for a while, or what is left of them is kept for orders. */
export class TooManyRequests extends Error {}

/** An exchange that throws `TooManyRequests` where it may be asked later. */
const throwing = (exchange: BarSource): BarSource => ({
  async candles(query) {
    const answer = await exchange.candles(query);
    if (answer.outcome === 'rejected' && 'retryAfter' in answer) throw new TooManyRequests(answer.message);
    return answer;
  },
});

/** Reads all from the exchange of the pair. */
export function readerOf(source: BarSource, symbol: string): PastReader {
  const exchange = throwing(source);
  return {
    async prices(span) {
      const candles = await readPrices(exchange, symbol, span);
      return candles.map((candle) => ({
        openTime: candle.openTime,
        closeTime: candle.closeTime,
        path: pathOf(candle),
      }));
    },
    bars: (interval, from) => readBars(exchange, { symbol, interval, from }),
  };
}

/** K-11: what these alerts need to be decided from a time on. Throws when the exchange does not answer. */
export async function readHistory(reader: PastReader, { rows, from, to }: Wanted): Promise<History> {
  const start = pricesFrom(rows, from);
  const spans = start === null ? [] : spansOf(start, { from, to });
  const prices = joined(await Promise.all(spans.map(reader.prices)));
  const bars = new Map<ClosingInterval, readonly Bar[]>();
  for (const [interval, count] of barsNeeded(rows)) {
    const length = CLOSING_INTERVALS[interval];
    bars.set(interval, await reader.bars(interval, (Math.floor(from / length) - count) * length));
  }
  return { prices, bars };
}
