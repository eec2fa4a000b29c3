import { CLOSING_INTERVALS, type ClosingInterval } from '#contracts/rules/closing-intervals.ts';
import { MOVE_WINDOWS } from '#contracts/rules/move-windows.ts';
import { DAY } from '#contracts/rules/time.ts';
import { indicatorScore } from '../../../domain/conditions/indicator-score.ts';
import type { BarCandle, BarSource, Candle } from '../../../runtime/price-triggers/prices.ts';
import { readCandles, type Span } from '../../../runtime/price-triggers/read-prices.ts';
import { type ConditionRow, isIndicator } from './condition-row.ts';

const MOST = 1_000;
const MINUTES_UP_TO = 3 * DAY;
/** Bars before the first that is decided on: its series has its side by then. */
const SPARE = 2;

/** Candles of a pair by what they are read for, oldest first. */
export interface History {
  /** Prices for windows and lines. */
  prices: Candle[];
  bars: ReadonlyMap<ClosingInterval, BarCandle[]>;
}

interface Wanted {
  symbol: string;
  rows: readonly ConditionRow[];
  /** From when on they are decided, and now; by the exchange's clock, UTC epoch ms. */
  from: number;
  to: number;
}

/** Throws when the exchange does not answer. */
async function readBars(exchange: BarSource, of: { symbol: string; interval: ClosingInterval }, from: number) {
  const found: BarCandle[] = [];
  const length = CLOSING_INTERVALS[of.interval];
  for (let startTime = Math.floor(from / length) * length; ;) {
    const answer = await exchange.candles({ ...of, startTime, limit: MOST });
    if (answer.outcome === 'rejected') throw new Error(`candles of ${of.symbol}: ${answer.message}`);
    if (answer.outcome === 'unknown') throw new Error(`candles of ${of.symbol}: ${answer.reason}`);
    found.push(...answer.value);
    const last = answer.value.at(-1);
    if (!last || answer.value.length < MOST) return found;
    startTime = last.openTime + length;
  }
}

/** How many bars before the first decision an alert needs, by length. */
function barsNeeded(rows: readonly ConditionRow[]): Map<ClosingInterval, number> {
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

/** K-11: what these alerts need to be decided from a time on. Throws when the exchange does not answer. */
export async function readHistory(exchange: BarSource, { symbol, rows, from, to }: Wanted): Promise<History> {
  const start = pricesFrom(rows, from);
  // In two spans, so that seconds are told apart where the decisions begin.
  const spans =
    start === null
      ? []
      : [
          { from: start, to: from },
          { from, to },
        ];
  const read = await Promise.all(spans.flatMap(pieces).map((span) => readCandles(exchange, symbol, span)));
  const prices = read.flat().filter((candle, at, all) => candle.openTime > (all[at - 1]?.openTime ?? -Infinity));
  const bars = new Map<ClosingInterval, BarCandle[]>();
  for (const [interval, count] of barsNeeded(rows)) {
    const length = CLOSING_INTERVALS[interval];
    bars.set(interval, await readBars(exchange, { symbol, interval }, from - count * length));
  }
  return { prices, bars };
}
