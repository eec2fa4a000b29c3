import { Big } from 'big.js';
import { ONE, max } from '#contracts/rules/decimal.ts';
import { ceilTo, floorTo } from '#contracts/rules/steps.ts';
import { betterOf, isBetter, isPlaceable } from './moved-stop.ts';
import type { PlanTerms } from './exit-plan.ts';

/** Ms between two moves of one stop. */
export const BETWEEN_MOVES = 5000;
const LEAST_TICKS = 3;
const LEAST_PART = new Big('0.001');

type Terms = Pick<PlanTerms, 'side' | 'tick'> & {
  /** Fraction by which the stop follows. */
  distance: Big;
};

/** A stop on the exchange that this server moves. */
export interface Followed {
  /** The best trade seen: the highest for a sale, the lowest for a purchase. */
  peak: Big;
  stop: Big;
  /** UTC epoch ms of the last move; null where there was none. */
  movedAt: number | null;
}

/** EX-8: where the stop belongs while the best trade was at `peak`. */
export const wantedStop = (peak: Big, { side, tick, distance }: Terms): Big =>
  side === 'buy' ? floorTo(tick, peak.times(ONE.minus(distance))) : ceilTo(tick, peak.times(ONE.plus(distance)));

/** EX-8: where it is placed first: at `price`, or at its distance where that is better already. */
export function firstStop(price: Big, market: Big, terms: Terms): Big {
  const wanted = wantedStop(market, terms);
  return isPlaceable(wanted, market, terms) ? betterOf(terms.side, price, wanted) : price;
}

/** Far enough from where it is: three ticks and a tenth of a percent. */
function isWorthMoving(wanted: Big, stop: Big, { side, tick }: Terms): boolean {
  const least = max(tick.times(LEAST_TICKS), stop.times(LEAST_PART));
  return (side === 'buy' ? wanted.minus(stop) : stop.minus(wanted)).gte(least);
}

export type FollowStep = Followed & {
  wanted: Big;
  /** `waits`: it is worth moving, and the time or the market do not allow it yet. */
  event: 'moved' | 'waits' | null;
};

/** EX-8: what a trade means for a stop that follows the market. */
export function followStep(of: Followed, trade: { price: Big; at: number }, terms: Terms): FollowStep {
  const peak = betterOf(terms.side, of.peak, trade.price);
  const wanted = wantedStop(peak, terms);
  const step = { ...of, peak, wanted };
  if (!isWorthMoving(wanted, of.stop, terms)) return { ...step, event: null };
  const isTime = of.movedAt === null || trade.at - of.movedAt >= BETWEEN_MOVES;
  if (!isTime || !isPlaceable(wanted, trade.price, terms)) return { ...step, event: 'waits' };
  return { ...step, stop: wanted, movedAt: trade.at, event: 'moved' };
}

/** EX-8: a peak is written down with each move, and once it is a tenth of a percent beyond the one that is written. */
export const mustWritePeak = (peak: Big, written: Big, { side }: Pick<Terms, 'side'>): boolean =>
  side === 'buy' ? peak.gte(written.times(ONE.plus(LEAST_PART))) : peak.lte(written.times(ONE.minus(LEAST_PART)));

/** EX-8: the nearest price beyond the peak at which the peak is to be written down, or the stop to be moved. */
export function nextPeak(of: { peak: Big; written: Big; stop: Big }, { side, tick, distance }: Terms): Big {
  const isBuy = side === 'buy';
  const [sign, round] = isBuy ? [1, ceilTo] : [-1, floorTo];
  const toWrite = round(tick, of.written.times(ONE.plus(LEAST_PART.times(sign))));
  const least = max(tick.times(LEAST_TICKS), of.stop.times(LEAST_PART));
  const worth = round(tick, of.stop.plus(least.times(sign)));
  const toMove = round(tick, worth.div(ONE.minus(distance.times(sign))));
  const beyond = [toWrite, toMove].filter((price) => isBetter(side, price, of.peak));
  const [first = round(tick, of.peak.plus(tick.times(sign))), ...others] = beyond;
  return others.reduce((nearest, price) => (isBetter(side, price, nearest) ? nearest : price), first);
}

/** EX-8: after a restart, from the peak that is written and the candles since. */
export const peakAfterGap = (
  written: Big,
  candles: readonly { high: Big; low: Big }[],
  { side }: Pick<Terms, 'side'>,
): Big => candles.reduce((peak, { high, low }) => betterOf(side, peak, side === 'buy' ? high : low), written);
