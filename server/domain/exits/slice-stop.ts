import type { Big } from 'big.js';
import { ONE, ZERO } from '#contracts/rules/decimal.ts';
import { MINUTE } from '#contracts/rules/time.ts';
import { ceilTo, floorTo } from '#contracts/rules/steps.ts';
import { basisPoints, canTrail } from '../exit-plan/distance.ts';
import type { ExitPlan, PlanStop, PlanTerms } from '../exit-plan/exit-plan.ts';
import { BETWEEN_MOVES, firstStop, followStep, wantedStop } from '../exit-plan/follow-market.ts';
import { type Deal, betterOf, isBetter, moveStop, stopAfter } from '../exit-plan/moved-stop.ts';
import { factsOf } from '../exit-plan/plan-facts.ts';
import type { ExchangePair } from '../market/pair.ts';
import type { Books } from '../position/books.ts';
import type { Intent, OrderFact } from '../position/position.ts';
import type { ExitContext } from './exit-terms.ts';

/** Ms before a stop is moved again whose last move the exchange refused. */
const AFTER_REFUSAL = MINUTE;

/** Of a stop that follows the market (EX-7, EX-8). */
export interface Following {
  /** The best trade since the plan was set, as far as this server has seen it. */
  peak: Big;
  /** The same as it is written down; null where it is not yet. */
  written: Big | null;
  /** Fraction by which it follows, and the same in basis points. */
  distance: Big;
  delta: number;
  /** Followed by the exchange from now on, it would protect no less than where this server would place it. */
  byExchange: boolean;
}

/** Where the one stop of a plan is now; of one that the exchange follows, about. */
export interface CurrentStop {
  at: Big;
  /** Where it will be moved once time and market allow it; null where it is where it belongs. */
  waits: Big | null;
  /** When time allows it, UTC epoch ms; null where only the market is too near. */
  waitsUntil: number | null;
  /** This server moves it, or is to. */
  isMoved: boolean;
  follows: Following | null;
}

interface Of {
  plan: ExitPlan;
  terms: PlanTerms;
  filled: number;
  open: Big;
}

export const isOwn = ({ plan }: OrderFact, intent: Intent): boolean => (plan ?? 0) === intent.plan;

const feeIn = ({ fees }: Books['entry'], asset: string): Big => fees.get(asset) ?? ZERO;

/** What the deal cost and what of it is done, for the prices at which it ends without a loss. */
export function dealOf({ books, position, marketContext }: ExitContext, open: Big): Deal {
  const { pair, fee } = marketContext;
  const { entry, exit } = books;
  const isBuy = position.section === 'buy';
  const fees = feeIn(entry, pair.counter);
  const whole = isBuy
    ? floorTo(pair.step, entry.quantity.minus(feeIn(entry, pair.base)))
    : ceilTo(pair.step, entry.quantity.div(ONE.minus(fee)));
  return {
    paid: isBuy ? entry.counter.plus(fees) : entry.counter.minus(fees),
    whole,
    settled: isBuy ? exit.counter.minus(feeIn(exit, pair.counter)) : exit.counter.plus(feeIn(exit, pair.counter)),
    left: open,
  };
}

const isRefusedAt = ({ position }: ExitContext, stop: Big): boolean =>
  position.orders.some(
    ({ leg, state, stopPrice, placedAt }) =>
      leg === 'stop-loss' && state === 'rejected' && placedAt >= position.retriedAt && stopPrice?.eq(stop),
  );

/** The plan's own stops, oldest first, refused ones too. */
const ownStops = ({ position, intent }: ExitContext): (OrderFact & { stopPrice: Big })[] =>
  position.orders.filter(
    (order): order is OrderFact & { stopPrice: Big } =>
      order.leg === 'stop-loss' && order.stopPrice !== null && isOwn(order, intent),
  );

const hasRested = ({ exchangeOrderId }: OrderFact): boolean => exchangeOrderId !== null;

/** EX-6: by what has rested on the exchange already it is never taken back. */
function movingStop(context: ExitContext, { price, after }: PlanStop, of: Of): CurrentStop {
  const { plan, terms, filled, open } = of;
  const placed = ownStops(context).filter(hasRested);
  const current = placed.reduce((best, { stopPrice }) => betterOf(terms.side, best, stopPrice), price);
  const { market } = context.marketContext;
  const wanted = after && stopAfter({ after, targets: plan.targets, filled, deal: dealOf(context, open) }, terms);
  const move = market ? moveStop({ wanted, current, market }, terms) : ({ do: 'stay' } as const);
  const common = { isMoved: after !== null, waitsUntil: null, follows: null };
  if (move.do === 'move' && !isRefusedAt(context, move.to)) return { ...common, at: move.to, waits: null };
  return { ...common, at: current, waits: move.do === 'waits' ? move.to : null };
}

/** The best trade since the plan was set; before the first look at it, the last one. */
function peakOf({ position, intent, marketContext: { market, seen } }: ExitContext, side: PlanTerms['side']) {
  const { peak: written } = factsOf(position, intent.plan ?? 0);
  if (!market) return { written, peak: written };
  const best = side === 'buy' ? seen?.high : seen?.low;
  const peak = written ? [market, best ?? market].reduce((one, other) => betterOf(side, one, other), written) : market;
  return { written, peak };
}

/** When a stop that follows was moved last, UTC epoch ms; one that was refused counts for longer. */
function movedAt(own: readonly (OrderFact & { stopPrice: Big })[]): number | null {
  const [first] = own;
  const refused = own.findLast(({ state }) => state === 'rejected');
  const moved = own.findLast(({ stopPrice }) => first && !stopPrice.eq(first.stopPrice));
  const times = [
    ...(moved ? [moved.placedAt] : []),
    ...(refused ? [refused.placedAt + AFTER_REFUSAL - BETWEEN_MOVES] : []),
  ];
  return times.length > 0 ? Math.max(...times) : null;
}

/** EX-7: whether the exchange takes an order that trails so far; what it has refused is not asked again. */
function mayTrail({ position }: ExitContext, distance: Big, of: { pair: ExchangePair; side: 'buy' | 'sell' }): boolean {
  const isRefused = position.orders.some(
    ({ trailingDelta, state, placedAt }) => trailingDelta && state === 'rejected' && placedAt >= position.retriedAt,
  );
  return !isRefused && canTrail(of.pair, distance, of.side);
}

/** EX-7, EX-8: where a stop is that follows the best trade. */
function followingStop(context: ExitContext, stop: PlanStop & { trailing: Big }, terms: PlanTerms): CurrentStop {
  const { price, trailing: distance } = stop;
  const { side } = terms;
  const { market, now, pair } = context.marketContext;
  const own = ownStops(context);
  const rested = own.filter(hasRested);
  const { peak, written } = peakOf(context, side);
  if (!market || !peak) {
    const at = rested.reduce((best, { stopPrice }) => betterOf(side, best, stopPrice), price);
    return { at, isMoved: true, waits: null, waitsUntil: null, follows: null };
  }
  const follow = { ...terms, distance };
  const wanted = wantedStop(peak, follow);
  // What the exchange follows is about where this server would have it.
  const known = (rested.length > 0 ? rested : own).map(({ stopPrice, trailingDelta }) =>
    trailingDelta ? betterOf(side, stopPrice, wanted) : stopPrice,
  );
  const current = known.reduce((best, each) => betterOf(side, best, each), price);
  const begins = known.length === 0 ? firstStop(current, market, follow) : current;
  const last = movedAt(own);
  const step = followStep({ peak, stop: begins, movedAt: last }, { price: market, at: now }, follow);
  const at = isRefusedAt(context, step.stop) && known.length > 0 ? current : step.stop;
  const isEarly = last !== null && now - last < BETWEEN_MOVES;
  const byExchange = mayTrail(context, distance, { pair, side }) && !isBetter(side, at, wantedStop(market, follow));
  return {
    at,
    isMoved: true,
    waits: step.event === 'waits' ? wanted : null,
    waitsUntil: step.event === 'waits' && isEarly ? last + BETWEEN_MOVES : null,
    follows: { peak, written, distance, delta: basisPoints(distance), byExchange },
  };
}

/** Where the one stop of a plan belongs now; null where it has none. */
export function stopOf(context: ExitContext, of: Of): CurrentStop | null {
  const { stop } = of.plan;
  if (!stop) return null;
  const { trailing } = stop;
  return trailing ? followingStop(context, { ...stop, trailing }, of.terms) : movingStop(context, stop, of);
}
