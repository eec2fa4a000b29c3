import type { MarketCondition } from '#contracts/alert-conditions.ts';
import { ema } from '#contracts/rules/series/averages.ts';
import { trendLevel } from '#contracts/rules/series/trendline.ts';
import { bollinger } from '#contracts/rules/series/windows.ts';
import { HOUR } from '#contracts/rules/time.ts';
import type { Span } from '../../../runtime/price-triggers/read-prices.ts';
import type { Bar, History } from '../conditions/history.ts';

/** Doubles, for drawing only. */
export type Line = { at: number; price: number }[];

const WIDTH = 2;

type AddClose = (close: number) => number | null;

function bandOf(length: number, band: 'upper' | 'lower'): AddClose {
  const bands = bollinger(length, WIDTH);
  return (close) => bands.add(close)?.[band] ?? null;
}

/** After each whole bar of the span, one point an hour at most. */
function seriesLine(bars: readonly Bar[], { from, to }: Span, add: AddClose): Line {
  const points = new Map<number, Line[number]>();
  for (const { closeTime: at, close } of bars) {
    const price = add(Number(close.toFixed()));
    if (price !== null && at >= from && at < to) points.set(Math.floor(at / HOUR), { at, price });
  }
  return [...points.values()];
}

function trendLine(of: Extract<MarketCondition, { kind: 'trendline' }>, { from, to }: Span): Line {
  const trend = { from: of.from, to: of.to, logarithmic: of.straightIn === 'percent' };
  const end = Math.min(to, of.until);
  if (end < from) return [];
  const steps = Math.max(1, Math.ceil((end - from) / HOUR));
  const times = Array.from({ length: steps + 1 }, (_, step) => Math.min(end, from + step * HOUR));
  const points = times.map((at) => ({ at, price: trendLevel(trend, at) }));
  return points.filter(({ price }) => Number.isFinite(price) && price > 0);
}

/** U-10: what the price is compared with, where that is a price itself. */
export function conditionLines(condition: MarketCondition, { bars }: History, span: Span): Line[] {
  const line = (...adding: AddClose[]) => {
    const of = ('interval' in condition && bars.get(condition.interval)) || [];
    return adding.map((add) => seriesLine(of, span, add));
  };
  switch (condition.kind) {
    case 'ema':
      return line(ema(condition.fast).add, ema(condition.slow).add);
    case 'price-ema':
      return line(ema(condition.length).add);
    case 'bollinger':
      return line(bandOf(condition.length, condition.band));
    case 'trendline':
      return [trendLine(condition, span)].filter(({ length }) => length > 0);
    default:
      return [];
  }
}
