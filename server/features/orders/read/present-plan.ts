import type { OrderBlock } from '#contracts/order-block.ts';
import { priceText, ZERO } from '#contracts/rules/decimal.ts';
import { decimals, wireAmount } from '../../../lib/decimal.ts';
import type { ExitPlan, PlanStop } from '../../../domain/exit-plan/exit-plan.ts';
import { factsOf } from '../../../domain/exit-plan/plan-facts.ts';
import { dueAt } from '../../../domain/exit-plan/timed-exit.ts';
import { entryOf } from '../../../domain/position/books.ts';
import { awaySentence, holdersLabel } from '../../../domain/exit-plan/holders.ts';
import { hasExits } from '../../../domain/position/exits.ts';
import type { Intent, Position } from '../../../domain/position/position.ts';
import { planOf } from '../../../domain/exits/plan-of.ts';
import type { DesiredExits } from '../../../domain/exits/plan-exits.ts';
import type { SliceContext } from '../../../domain/exits/slice-context.ts';
import { type HeldPart, heldParts, restingStop } from '../../../domain/exits/slice-holders.ts';

type OpenPlan = NonNullable<OrderBlock['plan']>;
type After = NonNullable<OpenPlan['stopLoss']>['after'];

const afterOf = ({ after }: PlanStop): After => after && { target: null, offset: ZERO, ...after };

/** V-06: as long as a move is not confirmed, it is where it rests. */
function stopOf(context: SliceContext): OpenPlan['stopLoss'] {
  const { plan, stop } = context;
  if (!plan.stop || !stop) return null;
  const at = restingStop(context) ?? stop.at;
  const waitsFor = stop.waits ?? (at.eq(stop.at) ? null : stop.at);
  return {
    price: plan.stop.price,
    at,
    waitsFor,
    after: afterOf(plan.stop),
    ...trailingOf(context),
    ...closingOf(plan),
  };
}

/** EX-7, EX-8: the exchange moves it as far as all that it holds follows there. */
function trailingOf({ stop, groups, plan }: SliceContext): Pick<NonNullable<OpenPlan['stopLoss']>, 'trailing'> {
  if (!plan.stop?.trailing) return {};
  const stops = groups.flatMap(({ orders }) => orders).filter(({ leg }) => leg === 'stop-loss');
  const isFollowed = stops.length > 0 && stops.every(({ trailingDelta }) => trailingDelta);
  const percent = plan.stop.trailing.times(100);
  return { trailing: { percent, peak: stop?.follows?.peak ?? null, movedBy: isFollowed ? 'exchange' : 'server' } };
}

const closingOf = ({ stop }: ExitPlan): Pick<NonNullable<OpenPlan['stopLoss']>, 'closing'> =>
  stop?.closing ? { closing: stop.closing } : {};

/** EX-10: when it is due; null while its entry is not filled. */
function timeOf({ position, intent }: SliceContext): Pick<OpenPlan, 'time'> {
  const exit = intent.timing?.exit;
  const at = exit ? dueAt(exit, entryOf(position)?.filledAt ?? null) : null;
  if (!exit || at === null) return {};
  const { timed } = factsOf(position, intent.plan ?? 0);
  return { time: { at, onlyInProfit: exit.onlyInProfit, did: timed?.did ?? null, isLate: timed?.isLate ?? false } };
}

const TIME_ASKS = 'Its time was up more than 24 h ago, while this server was away. Close it, or set its plan anew.';

/** EX-10, EX-11: what was missed while this server was away, and is its owner's to decide. */
function asksOf({ position, intent, marketContext }: SliceContext): Pick<OpenPlan, 'asks'> {
  const { timed, closed } = factsOf(position, intent.plan ?? 0);
  if (timed?.did === 'ask') return { asks: TIME_ASKS };
  if (closed?.did !== 'ask') return {};
  const price = closed.price ? priceText(closed.price, marketContext.pair.tick) : 'an unknown price';
  return {
    asks: `A candle closed at ${price} while this server was away, and the price has come back since. Close it, or set its plan anew.`,
  };
}

const NOT_COMPARED = {
  label: 'not known',
  away: 'Who holds it is known once its orders are compared with the exchange.',
};
const WITH_ENTRY = {
  label: 'its first target and its stop go out with the entry',
  away: 'If this server is away when the entry fills, all of it goes out at the first target or the stop.',
};
const AFTER_ENTRY = {
  label: 'placed once the entry fills',
  away: 'If this server is away when the entry fills, it has no stop until this server is back.',
};

/** The stop as it was set: nothing has moved it. */
function waitingStop({ stop }: ExitPlan): OpenPlan['stopLoss'] {
  if (!stop) return null;
  const { price, trailing, closing } = stop;
  return {
    price,
    at: price,
    waitsFor: null,
    after: afterOf(stop),
    ...(trailing ? { trailing: { percent: trailing.times(100), peak: null, movedBy: 'server' } } : {}),
    ...(closing ? { closing } : {}),
  };
}

function waitingTime({ timing }: Intent): Pick<OpenPlan, 'time' | 'closesAfter'> {
  const exit = timing?.exit;
  if (!exit) return {};
  const { onlyInProfit } = exit;
  return 'at' in exit
    ? { time: { at: exit.at, onlyInProfit, did: null, isLate: false } }
    : { closesAfter: { ms: exit.after, onlyInProfit } };
}

/** EX-14: of an entry that is not over: nothing is cut yet. */
function waitingPlan(intent: Intent, withTargets: boolean): Pick<OrderBlock, 'plan'> {
  const plan = planOf(intent);
  return {
    plan: {
      takeProfits: plan.targets.map(({ price, share }) => ({ price, share, isFilled: false })),
      stopLoss: waitingStop(plan),
      ...waitingTime(intent),
      parts: [],
      ...(withTargets ? WITH_ENTRY : AFTER_ENTRY),
    },
  };
}

/** What is left of a plan, slice by slice. */
function slicedPlan(context: SliceContext): Pick<OrderBlock, 'plan'> {
  const { plan, filled, position } = context;
  const parts = heldParts(context);
  const stopLoss = stopOf(context);
  return {
    plan: {
      takeProfits: plan.targets.map(({ price, share }, index) => ({ price, share, isFilled: index < filled })),
      stopLoss,
      ...timeOf(context),
      ...asksOf(context),
      parts: parts.map(({ targets, price, quantity, target, stop: holder }) => ({
        targets: [...targets],
        price,
        quantity: wireAmount(quantity),
        takeProfit: target,
        stop: holder,
      })),
      ...(position.isUncompared ? NOT_COMPARED : holders(context, { parts, stopLoss })),
    },
  };
}

/** Who holds its parts, and what that means while this server is away. */
function holders(
  { plan, marketContext, terms }: SliceContext,
  { parts, stopLoss }: Pick<OpenPlan, 'stopLoss'> & { parts: readonly HeldPart[] },
): Pick<OpenPlan, 'label' | 'away'> {
  const { step, tick } = marketContext.pair;
  const closing = plan.stop?.closing ?? null;
  const away = { decimals: decimals(tick), closing, side: terms.side };
  return {
    label: holdersLabel(parts, decimals(step), closing !== null),
    away: awaySentence(parts, stopLoss?.at ?? null, away),
  };
}

/** EX-13: what is left of a plan and who holds it; nothing for a block without one. */
export function planField(
  exits: DesiredExits | null,
  intent: Intent,
  { withTargets }: Pick<Position, 'withTargets'>,
): Pick<OrderBlock, 'plan'> {
  if (!exits || !hasExits(intent)) return {};
  const context = exits.slices?.context;
  if (context) return slicedPlan(context);
  return (intent.plan ?? 0) > 0 ? waitingPlan(intent, withTargets) : {};
}
