import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { aloneReason } from '../../../domain/averaging/joinable.ts';
import { type Assets, booksOf, entryOf, isAwaiting, liveOf, tradedBy } from '../../../domain/position/books.ts';
import { exitPrice } from '../../../domain/position/exits.ts';
import type { OrderState } from '../../../domain/position/order-state.ts';
import type { OrderFact } from '../../../domain/position/position.ts';
import { candidateOf } from './average/candidates.ts';
import { mainOf } from './change-intent.ts';
import { intentOf } from '../intent.ts';
import type { BlockView } from '../store/block-view.store.ts';

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
  /** Nothing stands against joining it with others of the same owner. */
  isJoinable: boolean;
  exits: { takeProfit: Big | null; stop: Big | null };
  /** A stop of it rests on the exchange. */
  stopRests: boolean;
  /** What its entry has bought, before fees. */
  entered: { quantity: Big; counter: Big };
  /** Counter units that it has cost on balance and base units that it holds; 0 once it went over to another block. */
  bought: { spent: Big; net: Big };
  /** Counter units that rest in its entry. */
  locked: Big;
}

const UNSURE: ReadonlySet<OrderState> = new Set(['planned', 'sending', 'unknown']);
const RESTING: ReadonlySet<OrderState> = new Set(['open', 'partly-filled', 'pending']);

function entryStateOf(state: OrderState | undefined): BlockFacts['entry'] {
  if (state === undefined || UNSURE.has(state)) return 'unsure';
  return RESTING.has(state) ? 'resting' : 'ended';
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

/** Of a purchase that earns counter currency. */
export function blockFacts(view: BlockView, assets: Assets): BlockFacts {
  const main = mainOf(view);
  const entry = entryOf(main);
  const books = booksOf(main, assets);
  const { quantity, counter } = tradedBy(main, ['entry']);
  const intent = intentOf(view, main);
  const { endReason, endedAt } = main.row;
  return {
    ...entryFacts(entry),
    isOpen: endedAt === null,
    end: endReason,
    isClosing: endedAt === null && (intent.ending === 'close' || liveOf(main, ['close']).length > 0),
    isMoving: main.handsOver !== undefined || isAwaiting(main),
    asksOwner: endedAt === null && main.interference !== null,
    isJoinable: aloneReason(candidateOf({ view, position: main }, view.block.botId)) === null,
    exits: { takeProfit: exitPrice(intent, 'take-profit'), stop: exitPrice(intent, 'stop-loss') },
    stopRests: liveOf(main, ['stop-loss']).some((order) => RESTING.has(order.state)),
    entered: { quantity, counter },
    bought: hasGone(endReason) ? NOTHING : { spent: books.counter.times(-1), net: books.base },
  };
}
