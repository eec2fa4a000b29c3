import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { aloneReason, partFacts } from './joinable.ts';
import { type Assets, booksOf, entryOf, isAwaiting, liveOf, tradedBy } from '../position/books.ts';
import { exitPrice } from '../position/exits.ts';
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
  /** What copy keys have of it once the main key's part is over. */
  left?: Left | null;
}

/** `net` is base units that nothing sells at market yet. */
export type Left = { is: 'resting' } | { is: 'held'; net: Big };

/** Of a copy key's part that is at work: an entry that may still fill, or coins; null where its owner is asked. */
function leftOf({ position, intent, isEnded }: WantedPosition, assets: Assets): Left | null {
  if (isEnded || position.interference !== null || position.released) return null;
  const entry = entryOf(position);
  if (entry && isLive(entry.state)) return { is: 'resting' };
  const { base } = booksOf(position, assets);
  return base.gt(0) && intent.ending !== 'close' ? { is: 'held', net: base } : null;
}

/** What rests comes before what is held. */
export function leftOnCopies(copies: readonly WantedPosition[], assets: Assets): Left | null {
  const all = copies.flatMap((copy) => leftOf(copy, assets) ?? []);
  return all.find(({ is }) => is === 'resting') ?? all[0] ?? null;
}

/** A block of a bot: the main key's part, what its owner wants of it, and what it ended by. */
export interface WantedPosition {
  position: Position;
  intent: Intent;
  end: string | null;
  isEnded: boolean;
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
