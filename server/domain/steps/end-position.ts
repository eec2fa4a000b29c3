import type { DesiredExits } from '../exits/plan-exits.ts';
import { endedTarget, liveExits, liveOf, ofLegs } from '../position/books.ts';
import { isLive } from '../position/order-state.ts';
import type { OrderFact } from '../position/position.ts';
import { NOTHING, type Rule, type View } from './step.ts';

const EXIT_LEGS = ['take-profit', 'stop-loss', 'rest', 'close'] as const;

/** Of one take profit and one stop, one has filled whole: what it left over goes as well. Slices end one by one. */
export const isEnded = ({ position, plan }: View): boolean => !plan.slices && endedTarget(position)?.state === 'filled';

const hasTraded = ({ position }: View): boolean =>
  ofLegs(position, EXIT_LEGS).some(({ filledQuantity }) => filledQuantity.gt(0)) || position.writtenOff.gt(0);

/** The close can be sent now; or all that could be sold is sold, and only what is too little for an order is left. */
const isClosing = (view: View): boolean =>
  view.plan.close ? !view.plan.close.waits : !view.plan.leftOver && hasTraded(view);

/** Removing cancels what is left of the entry; closing cancels the targets too, once the close can be sent. */
export const cancelForEnding: Rule = (view) => {
  const { position, intent } = view;
  if (intent.ending === 'none') return undefined;
  const entries = liveOf(position, ['entry']);
  if (entries.length > 0) return { do: 'cancel', orders: entries, because: intent.ending };
  const resting = liveOf(position, ['close']).filter(({ type }) => type !== 'market');
  const exits = [...liveOf(position, ['take-profit', 'stop-loss', 'rest']), ...resting];
  const isNext = intent.ending === 'close' && isClosing(view);
  return isNext && exits.length > 0 ? { do: 'cancel', orders: exits, because: intent.ending } : undefined;
};

/** A closing order follows its original, which its owner took back. */
export const followWithdrawal: Rule = ({ position, intent }) => {
  const orders = liveOf(position, ['close']).filter(({ attempt }) => intent.withdrawn?.has(attempt));
  return orders.length > 0 ? { do: 'cancel', orders, because: "the main key's was canceled" } : undefined;
};

/**
 * At market, everything that is open. What is too little for an order is left over once the rest was sold; where nothing
 * could be sold at all, or the last try failed a moment ago, the targets go back meanwhile.
 */
export const sellOut: Rule = (view) => {
  const { position, intent, plan } = view;
  if (intent.ending !== 'close') return undefined;
  if (liveOf(position, ['close']).length > 0) return NOTHING;
  if (!isClosing(view)) return undefined;
  return plan.close ? { do: 'place', orders: [plan.close.order], asList: false } : { do: 'finish', how: 'closed' };
};

/** At market it is sent until it is sold; at a price it is placed once, and again where it was taken down for something else. */
const isTried = ({ type, state, cancelAsked, filledQuantity }: OrderFact): boolean =>
  type !== 'market' && !cancelAsked && (state !== 'expired' || filledQuantity.gt(0));

/** What is left is not to wait for a price any more. */
const isStopped = ({ rest }: DesiredExits): boolean => rest?.order.type === 'market';

/** The take profit was moved after what it left over was placed. */
const isMoved = (resting: readonly OrderFact[], { rest }: DesiredExits): boolean =>
  resting.some(({ type, price }) => type !== 'market' && rest?.order.price && !price.eq(rest.order.price));

/**
 * What rests sells all that is left: anything besides it would sell the same twice. Until the stop is reached, or it is to
 * rest at another price.
 */
export const awaitRest: Rule = (view) => {
  const { position, plan } = view;
  const resting = liveOf(position, ['rest']);
  if (resting.length === 0 || !isEnded(view)) return undefined;
  if (isStopped(plan)) return { do: 'cancel', orders: resting, because: 'stop-loss reached' };
  return isMoved(resting, plan) ? { do: 'cancel', orders: resting, because: 'targets changed' } : NOTHING;
};

const mayPlaceRest = ({ position, plan }: View): boolean =>
  isStopped(plan) || !ofLegs(position, ['rest']).some(isTried);

/** A filled target ends what is left of the entry; then it leaves nothing to be done, or the rest that it did not hold. */
export const finishTarget: Rule = (view) => {
  const { position, plan } = view;
  const filled = endedTarget(position);
  if (plan.slices || !filled || liveExits(position).length > 0) return undefined;
  const entries = liveOf(position, ['entry']);
  const isWhole = filled.state === 'filled';
  if (!isWhole && (plan.leftOver || entries.length > 0)) return undefined;
  if (entries.length > 0) return { do: 'cancel', orders: entries, because: `${filled.leg} filled` };
  if (plan.rest && mayPlaceRest(view))
    return plan.rest.waits ? NOTHING : { do: 'place', orders: [plan.rest.order], asList: false };
  return { do: 'finish', how: filled.leg === 'take-profit' ? 'take-profit' : 'stop-loss' };
};

const ENDINGS = { 'take-profit': 'take-profit', 'stop-loss': 'stop-loss', close: 'closed', rest: 'closed' } as const;

/** Slice after slice has gone: the last one says how it ended. */
export const finishSlices: Rule = ({ position, plan }) => {
  if (!plan.slices || plan.leftOver || liveExits(position).length > 0) return undefined;
  const traded = ofLegs(position, EXIT_LEGS).filter(({ filledQuantity }) => filledQuantity.gt(0));
  const last = traded.toSorted((one, other) => (one.filledAt ?? 0) - (other.filledAt ?? 0)).at(-1);
  return last && last.leg !== 'entry' ? { do: 'finish', how: ENDINGS[last.leg] } : undefined;
};

/** Closed by orders that its owner placed on the exchange, or that repeat them: nothing is left to be done. */
export const finishSold: Rule = ({ position, plan }) => {
  const isSold = ofLegs(position, ['close']).some(({ filledQuantity }) => filledQuantity.gt(0));
  const isAtWork = position.orders.some(({ state }) => isLive(state));
  return isSold && !isAtWork && !plan.leftOver ? { do: 'finish', how: 'closed' } : undefined;
};
