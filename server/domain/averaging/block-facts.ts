import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { aloneReason, partFacts } from './joinable.ts';
import { type Assets, booksOf, entryOf, isAwaiting, liveOf, shortOf, tradedBy } from '../position/books.ts';
import { closeAgainAt, refusedClose } from '../position/attempts.ts';
import { exitPrice, hasExits } from '../position/exits.ts';
import { isLive, isOnExchange, type OrderState } from '../position/order-state.ts';
import type { Intent, OrderFact, Position } from '../position/position.ts';

/** How a block stands on its main key, for those who decide what becomes of it. */
export interface BlockFacts {
  /** `unsure`: the exchange has not confirmed it. */
  entry: 'unsure' | 'resting' | 'ended';
  /** Why its entry was refused. */
  fault: string | null;
  isOpen: boolean;
  /** What it ended by; null while it has not. */
  end: string | null;
  isClosing: boolean;
  /** It waits for others that go over to it, or goes over itself. */
  isMoving: boolean;
  /** A change on the exchange waits for a decision of its owner. */
  asksOwner: boolean;
  /** Each trade that the exchange speaks of is known. */
  isBooked: boolean;
  /** Nothing stands against joining it with others of the same owner. */
  isJoinable: boolean;
  exits: { takeProfit: Big | null; stop: Big | null };
  /** A take profit of it rests on the exchange. */
  takeProfitRests: boolean;
  /** A stop of it rests on the exchange. */
  stopRests: boolean;
  /** What its entry has bought, before fees. */
  entered: { quantity: Big; counter: Big };
  /** Counter units that it has cost on balance and base units that it holds; 0 once it went over to another block. */
  bought: { spent: Big; net: Big };
  /** Counter units that rest in its entry. */
  locked: Big;
  /** What becomes of an order or a trade of it is still to be known. */
  isAtWork: boolean;
  /** From when on its close may be asked for, UTC epoch ms: a pause after a refusal. */
  closeAt: number;
  /** What copy keys have of it. */
  left?: readonly Left[];
}

/**
 * Of one key's part: an entry whose end was not asked for; orders or trades whose outcome is still to be known; base units
 * whose sale was asked for; and base units that nothing sells at market, with the time from which that may be asked, UTC epoch
 * ms: a pause after a refusal.
 */
export type Left =
  | { is: 'resting' | 'at-work' }
  | { is: 'closing'; net: Big }
  | { is: 'held'; net: Big; askAt: number };

/** Also exits that are not wanted any more: their end was asked for. */
const isAtWork = ({ position, intent }: WantedPosition): boolean =>
  position.handsOver !== undefined ||
  isAwaiting(position) ||
  shortOf(position).length > 0 ||
  liveOf(position, ['close']).length > 0 ||
  (!hasExits(intent) && liveOf(position, ['take-profit', 'stop-loss']).length > 0);

/** Null where nothing is left, its owner is asked, or its key is disabled and what is wanted was asked of it. */
function leftOf(of: WantedPosition, assets: Assets): Left | null {
  const left = leftOnKey(of, assets);
  if (!of.isDisabled || left === null) return left;
  const { position, intent } = of;
  if (intent.ending === 'close' || refusedClose(position) !== null) return null;
  if (left.is === 'at-work' && entryOf(position)?.filledQuantity.eq(0)) return null;
  // What it waits for may never be known: it counts as what has filled.
  const net = entryOf(position)?.filledQuantity ?? ZERO;
  return left.is === 'at-work' ? { is: 'held', net, askAt: 0 } : left;
}

function leftOnKey(of: WantedPosition, assets: Assets): Left | null {
  const { position, intent, isEnded } = of;
  if (isEnded || position.interference !== null || position.released) return null;
  const entry = entryOf(position);
  if (entry && isLive(entry.state)) return { is: intent.ending === 'none' ? 'resting' : 'at-work' };
  if (isAtWork(of)) return { is: 'at-work' };
  const { base } = booksOf(position, assets);
  if (base.lte(0)) return null;
  return intent.ending === 'close'
    ? { is: 'closing', net: base }
    : { is: 'held', net: base, askAt: closeAgainAt(position) };
}

export const leftOnCopies = (copies: readonly WantedPosition[], assets: Assets): Left[] =>
  copies.flatMap((copy) => leftOf(copy, assets) ?? []);

/** A block of a bot: the main key's part, what its owner wants of it, and what it ended by. */
export interface WantedPosition {
  position: Position;
  intent: Intent;
  end: string | null;
  isEnded: boolean;
  /** Its key is disabled: nothing that is done there is waited for. */
  isDisabled?: boolean;
}

const UNSURE: ReadonlySet<OrderState> = new Set(['planned', 'sending', 'unknown']);

function entryStateOf(state: OrderState | undefined): BlockFacts['entry'] {
  if (state === undefined || UNSURE.has(state)) return 'unsure';
  return isOnExchange(state) ? 'resting' : 'ended';
}

function entryFacts(entry: OrderFact | undefined): Pick<BlockFacts, 'entry' | 'fault' | 'locked'> {
  const state = entryStateOf(entry?.state);
  return {
    entry: state,
    fault: entry?.state === 'rejected' ? (entry.reason ?? 'The exchange refused the order.') : null,
    locked: entry && state === 'resting' ? entry.quantity.minus(entry.filledQuantity).times(entry.price) : ZERO,
  };
}

const NOTHING = { spent: ZERO, net: ZERO };
const hasGone = (end: string | null): boolean => end === 'joined' || end === 'split';

/** Of a purchase that earns counter currency, and that a bot joins with its own alone. */
export function blockFactsOf(of: WantedPosition, assets: Assets): BlockFacts {
  const { position, intent, end, isEnded } = of;
  const books = booksOf(position, assets);
  const { quantity, counter } = tradedBy(position, ['entry']);
  const parts = partFacts(of);
  return {
    ...entryFacts(entryOf(position)),
    isOpen: !isEnded,
    end,
    isClosing: !isEnded && (intent.ending === 'close' || liveOf(position, ['close']).length > 0),
    isAtWork: !isEnded && isAtWork(of),
    closeAt: closeAgainAt(position),
    isMoving: position.handsOver !== undefined || isAwaiting(position),
    asksOwner: !isEnded && position.interference !== null,
    isBooked: hasGone(end) || parts.isComplete,
    isJoinable: aloneReason({ ...parts, isOfBot: false, isOutside: false }) === null,
    exits: { takeProfit: exitPrice(intent, 'take-profit'), stop: exitPrice(intent, 'stop-loss') },
    takeProfitRests: liveOf(position, ['take-profit']).some(({ state }) => isOnExchange(state)),
    stopRests: liveOf(position, ['stop-loss']).some(({ state }) => isOnExchange(state)),
    entered: { quantity, counter },
    bought: hasGone(end) ? NOTHING : { spent: books.counter.times(-1), net: books.base },
  };
}
