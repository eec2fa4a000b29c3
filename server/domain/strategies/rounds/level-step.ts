import { isOrderable } from '#contracts/rules/least-order.ts';
import type { Big } from 'big.js';
import type { Side } from '#contracts/rules/side.ts';
import { SECOND } from '#contracts/rules/time.ts';
import { isLive } from '../../position/order-state.ts';
import { firstMet } from '../../market/own-match.ts';
import { type GridLevel, type GridRules, legPrice } from './level.ts';
import { type LevelOrder, type LevelState, mirrorOf } from './level-fold.ts';

/** What decides about a level besides its own facts. */
export interface RunContext {
  /** `paused` leaves what rests; `withdrawn` takes it down, as stopping does. */
  mode: 'running' | 'paused' | 'withdrawn' | 'stopping';
  /** Off while the kill switch or a limit holds orders back. */
  mayOrder: boolean;
  isTrading: boolean;
  rules: GridRules;
  /** Prices that the exchange takes now, by side; null where it has no such bounds. */
  band: Record<Side, { low: Big; high: Big }> | null;
  /** UTC epoch ms. */
  now: number;
  /** the order goes out with the next one, which the exchange places once it is filled. */
  holds?: boolean;
  /** C-7: what else rests of the account on the pair, asked for where an order of the run has met one; null while not known. */
  others?: readonly { side: Side; price: Big }[] | null;
}

/** Why a level places nothing. */
export type Idle =
  | 'unconfirmed'
  | 'external-change'
  | 'held-back'
  | 'not-trading'
  | 'resting'
  | 'finished'
  | 'too-small'
  | 'out-of-band'
  | 'crossed-own-order';

export type LevelStep =
  | { do: 'place'; side: Side; quantity: Big; price: Big; mirror: ReturnType<typeof mirrorOf> }
  | { do: 'cancel'; orders: LevelOrder[] }
  | { do: 'nothing'; because: Idle };

const nothing = (because: Idle): LevelStep => ({ do: 'nothing', because });

/** C-7: an order that would have traded with another of the same account is placed again after so long. */
const AFTER_OWN_MATCH = 5 * SECOND;
const OWN_MATCH = 'EXPIRED_IN_MATCH';

const isUnconfirmed = ({ state }: LevelOrder): boolean => state === 'sending' || state === 'unknown';

const endedOwnMatch = ({ state, expiryReason }: LevelOrder): boolean =>
  state === 'expired' && expiryReason === OWN_MATCH;

/** C-7: whether what else rests of the account has to be known: an order that met it may be placed again. */
export const asksForOthers = (orders: readonly (LevelOrder & { level: number })[], now: number): boolean =>
  orders.some(
    (met) =>
      endedOwnMatch(met) &&
      now >= met.updatedAt + AFTER_OWN_MATCH &&
      !orders.some(({ level, turn, state }) => level === met.level && (turn > met.turn || isLive(state))),
  );

/** C-18: an order that ended with something unfilled, and not because we asked or the exchange had its own reason. */
const isExternalChange = (order: LevelOrder): boolean => order.state === 'cancelled' && !order.cancelAsked;

interface View {
  level: GridLevel;
  state: LevelState;
  context: RunContext;
  /** Its orders of this and later turns. */
  orders: readonly LevelOrder[];
  resting: LevelOrder[];
}

type Rule = (view: View) => LevelStep | undefined;

const waitForAnswers: Rule = ({ orders }) => (orders.some(isUnconfirmed) ? nothing('unconfirmed') : undefined);

const waitForOwner: Rule = ({ state }) =>
  state.orders.some(isExternalChange) ? nothing('external-change') : undefined;

/** What rests is taken down or left; nothing new is placed. */
const holdBack: Rule = ({ context: { mode, mayOrder }, resting }) => {
  const takesDown = mode === 'stopping' || mode === 'withdrawn';
  if (takesDown && resting.length > 0) return { do: 'cancel', orders: resting };
  return takesDown || mode === 'paused' || !mayOrder ? nothing('held-back') : undefined;
};

const waitForTrading: Rule = ({ context }) => (context.isTrading ? undefined : nothing('not-trading'));

const isWanted = ({ level, state }: View, order: LevelOrder): boolean =>
  order.turn > state.turn || (order.side === state.side && order.price.eq(legPrice(level, state)));

/** what the exchange would hold for the whole leg; null where it is not asked to, or has refused it. */
function heldMirror({ level, state, context, orders }: View, rest: Big): ReturnType<typeof mirrorOf> {
  const isRefused = orders.some(({ turn, state: of }) => turn <= state.turn + 1 && of === 'rejected');
  return context.holds && !isRefused ? mirrorOf(level, { ...state, rest }, context.rules) : null;
}

/** an order that rests alone comes down, so that it goes out anew with the one that follows. */
function lacksMirror(view: View): boolean {
  const [order, ...others] = view.resting;
  if (!order || others.length > 0 || order.state !== 'open' || !order.filledQuantity.eq(0)) return false;
  const isBegun = view.state.orders.some(({ filledQuantity }) => filledQuantity.gt(0));
  return !isBegun && view.state.rest.eq(0) && heldMirror(view, order.quantity) !== null;
}

/** Nothing is placed besides an order that rests; one that is not wanted is confirmed as ended first. */
const keepResting: Rule = (view) => {
  const wrong = view.resting.filter((order) => !isWanted(view, order));
  if (wrong.length > 0 || view.state.rest.lt(0))
    return { do: 'cancel', orders: wrong.length > 0 ? wrong : view.resting };
  if (lacksMirror(view)) return { do: 'cancel', orders: view.resting };
  return view.resting.length > 0 ? nothing('resting') : undefined;
};

const finish: Rule = ({ level, state }) => (!level.repeat && state.total.count > 0 ? nothing('finished') : undefined);

const checkMinimum: Rule = ({ level, state, context }) =>
  isOrderable(state.rest, legPrice(level, state), context.rules) ? undefined : nothing('too-small');

const checkBand: Rule = ({ level, state, context: { band } }) => {
  const price = legPrice(level, state);
  const bounds = band?.[state.side];
  return bounds && (price.lt(bounds.low) || price.gt(bounds.high)) ? nothing('out-of-band') : undefined;
};

/** C-7: placed again only where it would not meet another of the account's orders once more. */
const waitAfterOwnMatch: Rule = ({ level, state, context: { now, others } }) => {
  const met = state.orders.filter(endedOwnMatch);
  if (met.length === 0) return undefined;
  const isFresh = met.some((order) => now < order.updatedAt + AFTER_OWN_MATCH);
  const order = { side: state.side, price: legPrice(level, state) };
  return isFresh || !others || firstMet(order, others) ? nothing('crossed-own-order') : undefined;
};

const RULES: Rule[] = [
  waitForAnswers,
  waitForOwner,
  holdBack,
  waitForTrading,
  keepResting,
  finish,
  checkMinimum,
  checkBand,
  waitAfterOwnMatch,
];

/** the one next thing to do about a level, by facts alone: asked twice, it says the same. */
export function levelStep(
  level: GridLevel,
  facts: { state: LevelState; orders: readonly LevelOrder[] },
  context: RunContext,
): LevelStep {
  const { state } = facts;
  const orders = facts.orders.filter(({ turn }) => turn >= state.turn);
  const resting = orders.filter((order) => isLive(order.state));
  const view: View = { level, state, context, orders, resting };
  for (const rule of RULES) {
    const step = rule(view);
    if (step) return step;
  }
  const mirror = heldMirror(view, state.rest);
  return { do: 'place', side: state.side, quantity: state.rest, price: legPrice(level, state), mirror };
}
