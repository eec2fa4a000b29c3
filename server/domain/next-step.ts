import { handOver } from './averaging/hand-over.ts';
import { changeEntry } from './change-entry.ts';
import { expireEntry } from './entry-expiry.ts';
import { holdWhole } from './exits/hold-whole.ts';
import { mayStop, type Sale } from './exits/market-exits.ts';
import { planExits } from './exits/plan-exits.ts';
import { holdSlices, sellSlice } from './exits/slice-steps.ts';
import { entryOf, isAwaiting, isTogether, liveExits, liveOf } from './position/books.ts';
import { CHANGED } from './position/changed-entry.ts';
import { hasExits } from './position/exits.ts';
import { isLive } from './position/order-state.ts';
import type { Intent, MarketContext, OrderFact, Position } from './position/position.ts';
import { dropPart, isPlanned, makeRoom, plannedParts } from './steps/close-part.ts';
import {
  awaitRest,
  cancelForEnding,
  finishSlices,
  finishSold,
  finishTarget,
  followWithdrawal,
  isEnded,
  sellOut,
} from './steps/end-position.ts';
import { NOTHING, type Rule, type Step, type View } from './steps/step.ts';

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

/** What protects the rest is in place before a part is sold: its sale may be slow, or its answer lost. */
const protectRest: Rule = (view) => (plannedParts(view).length > 0 ? (holdTargets(view) ?? undefined) : undefined);

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
