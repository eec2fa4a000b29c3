import { handOver, type HandOver } from './averaging/hand-over.ts';
import { isLive } from './position/order-state.ts';
import { endedTarget, entryOf, isAwaiting, isTogether, liveExits, liveOf, ofLegs } from './position/books.ts';
import { hasExits } from './position/exits.ts';
import { changeEntry } from './change-entry.ts';
import { expireEntry } from './entry-expiry.ts';
import { CHANGED } from './position/changed-entry.ts';
import { partsBeyond, partsOf } from './position/parts.ts';
import type { PlanFacts } from './exit-plan/plan-facts.ts';
import type { MarketContext, OrderFact, Position, Intent } from './position/position.ts';
import { holdWhole, isAt } from './exits/hold-whole.ts';
import { mayStop, type Sale } from './exits/market-exits.ts';
import { holdSlices, type Placing, sellSlice } from './exits/slice-steps.ts';
import { type DesiredExits, planExits } from './exits/plan-exits.ts';

/** The one next thing to do about a position. Whatever it needs done first comes first; `null` is nothing. */
export type Step =
  | { do: 'note-stop' }
  | { do: 'note-facts'; facts: PlanFacts }
  | { do: 'place-entry' }
  | { do: 'keep-entry'; because: string }
  | { do: 'send-planned'; orders: OrderFact[] }
  /** Planned, and not to be sent any more. */
  | { do: 'drop'; orders: OrderFact[]; because: string }
  | { do: 'cancel'; orders: OrderFact[]; because: string }
  | ({ do: 'place' } & Placing)
  | { do: 'finish'; how: Ending }
  | HandOver
  | null;
/** What an order, or the end of a position, comes of. */
export type OrderStep = Exclude<NonNullable<Step>, { do: 'hand-over' | 'stay' }>;
export type Ending = 'take-profit' | 'stop-loss' | 'closed' | 'removed' | 'rejected' | 'released';

interface View {
  position: Position;
  intent: Intent;
  marketContext: MarketContext;
  plan: DesiredExits;
}
type Rule = (view: View) => Step | undefined;

const NOTHING = null;
const EXIT_LEGS = ['take-profit', 'stop-loss', 'rest', 'close'] as const;
const isUnsure = ({ state }: OrderFact): boolean => state === 'sending' || state === 'unknown';

/** A stop that was reached is sold whatever the price does next: written down before anything else can intervene. */
const noteStop: Rule = ({ position, plan }) =>
  plan.stopReached && mayStop(position) && !position.released ? { do: 'note-stop' } : undefined;

/** What was seen for a plan is written down before anything is done about it: another process goes on from there. */
const noteFacts: Rule = ({ position, plan }) =>
  plan.facts && !position.interference && !position.released ? { do: 'note-facts', facts: plan.facts } : undefined;

/** While the outcome of anything is not known, nothing else is done: it might be done twice. */
const waitForAnswers: Rule = ({ position }) => (position.orders.some(isUnsure) ? NOTHING : undefined);

/** At market, once nothing ties it up any more. */
const sellNow = ({ position }: View, { order }: Sale): Step => {
  const inTheWay = [...liveOf(position, ['entry']), ...liveExits(position)];
  if (inTheWay.length > 0) return { do: 'cancel', orders: inTheWay, because: `${order.leg} reached` };
  return { do: 'place', orders: [order], asList: false };
};

/** Of one take profit and one stop, one has filled whole: what it left over goes as well. Slices end one by one. */
const isEnded = ({ position, plan }: View): boolean => !plan.slices && endedTarget(position)?.state === 'filled';

/** Whatever its owner answers, what can still be there is to be sold at the stop. */
const stopInDoubt: Rule = (view) => {
  const { position, plan } = view;
  const next = isEnded(view) ? plan.rest : plan.reachedByServer;
  const isStop = next?.order.type === 'market' && next.order.leg !== 'take-profit';
  return isStop && mayStop(position) && !next.waits ? sellNow(view, next) : NOTHING;
};

const goOver: Rule = ({ position, intent }) => handOver(position, intent) ?? undefined;

/** Of a block that takes over what others hold nothing is there yet, or nothing came in the end. */
const awaitParts: Rule = ({ position }) => {
  if (position.awaited === undefined || entryOf(position)?.filledQuantity.gt(0)) return undefined;
  return isAwaiting(position) ? NOTHING : { do: 'finish', how: 'removed' };
};

/** A hand on the exchange: its owner decides first. */
const waitForOwner: Rule = (view) => {
  if (view.position.released) return { do: 'finish', how: 'released' };
  return view.position.interference ? stopInDoubt(view) : undefined;
};

const isPlanned = ({ state }: OrderFact): boolean => state === 'planned';

const plannedParts = ({ position, intent }: View): OrderFact[] =>
  intent.ending === 'close' ? [] : partsOf(position).filter(isPlanned);

const GONE = 'Less is left than was to be closed: this part was not sold.';
const HALTED = 'The pair does not trade any more: this part was not sold.';
const STOPPED = 'The stop loss was reached first: all of it is sold.';

/** A part is sold of what is there at once, or not at all: it does not wait for a pair to trade again. */
const dropPart: Rule = (view) => {
  const planned = plannedParts(view);
  if (planned.length === 0) return undefined;
  const { position, plan, marketContext } = view;
  if (marketContext.pair.status !== 'trading') return { do: 'drop', orders: planned, because: HALTED };
  if (position.stopReachedAt !== null && plan.reachedByServer) return { do: 'drop', orders: planned, because: STOPPED };
  const beyond = isEnded(view) ? planned : partsBeyond(position, plan.open);
  return beyond.length > 0 ? { do: 'drop', orders: beyond, because: GONE } : undefined;
};

/** What protects the rest is in place before a part is sold: its sale may be slow, or its answer lost. */
const protectRest: Rule = (view) => (plannedParts(view).length > 0 ? (holdTargets(view) ?? undefined) : undefined);

/** What rests leaves a planned part free, to the step. */
const leavesParts = (view: View, targets: readonly OrderFact[]): boolean =>
  plannedParts(view).length > 0 &&
  targets.every((live) =>
    view.plan.orders.some(
      (planned) => isAt(live, planned) && live.quantity.eq(planned.quantity) && live.filledQuantity.eq(0),
    ),
  );

/** What is to be sold is tied up by targets as long as they rest. */
const makeRoom: Rule = (view) => {
  const { position } = view;
  const targets = liveOf(position, ['take-profit', 'stop-loss', 'rest']).filter((order) => !isPlanned(order));
  const isWaiting = liveOf(position, ['close']).some(isPlanned);
  if (!isWaiting || targets.length === 0 || leavesParts(view, targets)) return undefined;
  return { do: 'cancel', orders: targets, because: 'closing' };
};

/** Limits of one entry go out together. */
const areLimits = (order: OrderFact, other: OrderFact): boolean =>
  [order, other].every(({ leg, target }) => leg === 'entry' && (target ?? null) !== null);

/** One order at a time, or one list. */
const sendPlanned: Rule = ({ position }) => {
  const planned = position.orders.filter(isPlanned);
  const [first] = planned;
  if (!first) return undefined;
  const together = planned.filter((order) => isTogether(order, first) || areLimits(order, first));
  return { do: 'send-planned', orders: together };
};

const sendEntry: Rule = ({ position, intent }) => {
  if (entryOf(position)) return undefined;
  if (intent.ending !== 'none') return { do: 'finish', how: 'removed' };
  return position.quantity.gt(0) ? { do: 'place-entry' } : NOTHING;
};

/** An entry that ended without a fill takes its position with it. */
const dropUnfilled: Rule = ({ position }) => {
  const entry = entryOf(position);
  if (!entry || isLive(entry.state) || entry.filledQuantity.gt(0)) return undefined;
  return { do: 'finish', how: entry.state === 'rejected' ? 'rejected' : 'removed' };
};

const hasTraded = ({ position }: View): boolean =>
  ofLegs(position, EXIT_LEGS).some(({ filledQuantity }) => filledQuantity.gt(0)) || position.writtenOff.gt(0);

/** The close can be sent now; or all that could be sold is sold, and only what is too little for an order is left. */
const isClosing = (view: View): boolean =>
  view.plan.close ? !view.plan.close.waits : !view.plan.leftOver && hasTraded(view);

/** Removing cancels what is left of the entry; closing cancels the targets too, once the close can be sent. */
const cancelForEnding: Rule = (view) => {
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
const followWithdrawal: Rule = ({ position, intent }) => {
  const orders = liveOf(position, ['close']).filter(({ attempt }) => intent.withdrawn?.has(attempt));
  return orders.length > 0 ? { do: 'cancel', orders, because: "the main key's was cancelled" } : undefined;
};

/**
 * At market, everything that is open. What is too little for an order is left over once the rest was sold; where nothing
 * could be sold at all, or the last try failed a moment ago, the targets go back meanwhile.
 */
const sellOut: Rule = (view) => {
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
const awaitRest: Rule = (view) => {
  const { position, plan } = view;
  const resting = liveOf(position, ['rest']);
  if (resting.length === 0 || !isEnded(view)) return undefined;
  if (isStopped(plan)) return { do: 'cancel', orders: resting, because: 'stop-loss reached' };
  return isMoved(resting, plan) ? { do: 'cancel', orders: resting, because: 'targets changed' } : NOTHING;
};

const mayPlaceRest = ({ position, plan }: View): boolean =>
  isStopped(plan) || !ofLegs(position, ['rest']).some(isTried);

/** A filled target ends what is left of the entry; then it leaves nothing to be done, or the rest that it did not hold. */
const finishTarget: Rule = (view) => {
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
const finishSlices: Rule = ({ position, plan }) => {
  if (!plan.slices || plan.leftOver || liveExits(position).length > 0) return undefined;
  const traded = ofLegs(position, EXIT_LEGS).filter(({ filledQuantity }) => filledQuantity.gt(0));
  const last = traded.toSorted((one, other) => (one.filledAt ?? 0) - (other.filledAt ?? 0)).at(-1);
  return last && last.leg !== 'entry' ? { do: 'finish', how: ENDINGS[last.leg] } : undefined;
};

/** Closed by orders that its owner placed on the exchange, or that repeat them: nothing is left to be done. */
const finishSold: Rule = ({ position, plan }) => {
  const isSold = ofLegs(position, ['close']).some(({ filledQuantity }) => filledQuantity.gt(0));
  const isAtWork = position.orders.some(({ state }) => isLive(state));
  return isSold && !isAtWork && !plan.leftOver ? { do: 'finish', how: 'closed' } : undefined;
};

/** A target that no order on the exchange holds, and that was reached: this server acts, until it is sold. */
const actOnPrice: Rule = (view) => {
  const reached = view.plan.reachedByServer;
  if (!reached) return undefined;
  if (reached.waits) return reached.order.leg === 'stop-loss' ? NOTHING : undefined;
  if (view.plan.slices && reached.order.leg === 'take-profit') return sellSlice(view.plan.slices, reached);
  return sellNow(view, reached);
};

const holdTargets: Rule = ({ position, plan }) => (plan.slices ? holdSlices(plan.slices) : holdWhole(position, plan));

/** The first that has something to say decides. */
const RULES: readonly Rule[] = [
  noteStop,
  noteFacts,
  waitForAnswers,
  goOver,
  awaitParts,
  waitForOwner,
  dropPart,
  protectRest,
  makeRoom,
  sendPlanned,
  sendEntry,
  expireEntry,
  changeEntry,
  dropUnfilled,
  cancelForEnding,
  followWithdrawal,
  sellOut,
  awaitRest,
  finishTarget,
  finishSlices,
  finishSold,
  actOnPrice,
  holdTargets,
];

const isReplacement = ({ intent }: View, orders: readonly OrderFact[]): boolean =>
  intent.ending === 'close' || orders.some(({ leg }) => leg !== 'entry' && hasExits(intent));

/** While a pair does not trade no exit is sent, and nothing that protects is taken down to send another. */
function whileHalted(view: View, step: Step): Step {
  if (view.marketContext.pair.status === 'trading' || !step) return step;
  if (step.do === 'place' || step.do === 'place-entry') return NOTHING;
  return step.do === 'cancel' && (step.because === CHANGED || isReplacement(view, step.orders)) ? NOTHING : step;
}

/** Decides by what is known, never by what was meant before: asked again after a crash, it says the same. */
export function nextStep(position: Position, intent: Intent, marketContext: MarketContext): Step {
  const view = { position, intent, marketContext, plan: planExits(position, intent, marketContext) };
  for (const rule of RULES) {
    const step = rule(view);
    if (step?.do === 'finish' && isAwaiting(position)) return NOTHING;
    if (step !== undefined) return whileHalted(view, step);
  }
  return NOTHING;
}
