import { hasExits } from './exits.ts';
import type { BlockState } from '#contracts/rules/block-state.ts';
import { isLive } from './order-state.ts';
import { entryOf, isAwaiting, liveExits, liveOf, ofLegs } from './books.ts';
import { isEntryChanging } from './changed-entry.ts';
import type { OrderFact, Position, Intent } from './position.ts';

/**
 * Every state a position can be in, and where it can go from there. What is not listed cannot be written down: a move is
 * typed by where it starts.
 */
export const MOVES = {
  joining: [
    'filled',
    'targets-placed',
    'targets-changing',
    'closing',
    'removed',
    'released',
    'take-profit-filled',
    'stop-loss-filled',
    'closed',
  ],
  pending: ['unconfirmed', 'placed', 'partly-filled', 'filled', 'rejected', 'removed', 'released'],
  unconfirmed: ['pending', 'placed', 'partly-filled', 'filled', 'rejected', 'removed', 'released'],
  // Back to 'pending': its owner changed it, and the next order takes its place.
  placed: ['pending', 'unconfirmed', 'partly-filled', 'filled', 'removed', 'released'],
  'partly-filled': ['filled', 'targets-placed', 'closing', 'removed', 'released', 'closed'],
  filled: [
    'targets-placed',
    'targets-changing',
    'closing',
    'closed',
    'released',
    'take-profit-filled',
    'stop-loss-filled',
    'joined',
    'split',
  ],
  // Back to 'partly-filled': the targets of the part that was there are taken down while the entry still grows.
  'targets-placed': [
    'targets-changing',
    'partly-filled',
    'filled',
    'closing',
    'take-profit-filled',
    'stop-loss-filled',
    'released',
    'joined',
    'split',
  ],
  'targets-changing': [
    'targets-placed',
    'partly-filled',
    'filled',
    'closing',
    'take-profit-filled',
    'stop-loss-filled',
    'released',
    'joined',
    'split',
  ],
  closing: ['closed', 'filled', 'partly-filled', 'released', 'take-profit-filled', 'stop-loss-filled'],
  'take-profit-filled': [],
  'stop-loss-filled': [],
  closed: [],
  removed: [],
  rejected: ['pending'],
  skipped: ['pending'],
  released: [],
  joined: [],
  split: [],
} as const satisfies Record<BlockState, readonly BlockState[]>;

export type Move = { [From in BlockState]: { from: From; to: (typeof MOVES)[From][number] } }[BlockState];

/**
 * The moves that lead from one state to another, shortest first: facts may come at once that happened one after the
 * other. Empty when there is nothing to do; null when there is no way.
 */
export function movesBetween(from: BlockState, to: BlockState): Move[] | null {
  if (from === to) return [];
  const ways: BlockState[][] = [[from]];
  const seen = new Set<BlockState>([from]);
  for (let way = ways.shift(); way; way = ways.shift()) {
    const last = way.at(-1) as BlockState;
    for (const next of MOVES[last]) {
      if (next === to) return pairs([...way, to]);
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return null;
}

const pairs = (way: readonly BlockState[]): Move[] =>
  way.slice(1).map((to, index) => ({ from: way[index], to }) as Move);

const UNFILLED: Partial<Record<OrderFact['state'], BlockState>> = {
  planned: 'pending',
  sending: 'pending',
  unknown: 'unconfirmed',
  rejected: 'rejected',
};

function entryState(entry: OrderFact, of: { changed: boolean; changing: boolean }): BlockState | null {
  const isAtWork = isLive(entry.state) || of.changing;
  const isHolding = entry.filledQuantity.gt(0);
  if (of.changed && isHolding) return isAtWork ? 'partly-filled' : null;
  if (of.changing && !isLive(entry.state)) return 'pending';
  const unsure = UNFILLED[entry.state];
  if (unsure) return unsure;
  if (!isHolding) return isAtWork ? 'placed' : 'removed';
  return isAtWork ? 'partly-filled' : null;
}

/** What a filled entry's exits say. */
function exitState(position: Position, intent: Intent): BlockState | null {
  if (liveOf(position, ['close']).length > 0 || intent.ending === 'close') return 'closing';
  const atWork = liveExits(position).filter(({ state }) => state !== 'pending');
  if (atWork.some(({ state }) => state !== 'sending')) return 'targets-placed';
  const wereThere = ofLegs(position, ['take-profit', 'stop-loss']).length > 0;
  return atWork.length > 0 || (hasExits(intent) && wereThere) ? 'targets-changing' : null;
}

const unsentState = ({ quantity }: Position, end: EndReason | null): BlockState => {
  if (end) return END_STATES[end];
  return quantity.gt(0) ? 'pending' : 'skipped';
};

/** How a position stands, by nothing but what the exchange said of its orders. */
export function stateOf(position: Position, intent: Intent, end: EndReason | null): BlockState {
  if (position.released) return 'released';
  return isAwaiting(position) && !end ? 'joining' : ordersState(position, intent, end);
}

function ordersState(position: Position, intent: Intent, end: EndReason | null): BlockState {
  const entry = entryOf(position);
  if (!entry) return unsentState(position, end);
  const changing = end === null && isEntryChanging(position, intent);
  const early = entryState(entry, { changed: (position.changedEntry ?? 0) > 0, changing });
  if (early !== null && early !== 'partly-filled') return early;
  if (end && early === null) return END_STATES[end];
  const exit = exitState(position, intent);
  return exit === 'targets-changing' ? (early ?? exit) : (exit ?? early ?? 'filled');
}

export type EndReason = 'take-profit' | 'stop-loss' | 'closed' | 'removed' | 'rejected' | 'released' | HandedOver;
/** Its holding and cost belong to another block now: no result was booked. */
export type HandedOver = 'joined' | 'split';
const HANDED_OVER: ReadonlySet<string> = new Set<HandedOver>(['joined', 'split']);
export const isHandedOver = (end: string | null): end is HandedOver => end !== null && HANDED_OVER.has(end);

const END_STATES = {
  'take-profit': 'take-profit-filled',
  'stop-loss': 'stop-loss-filled',
  closed: 'closed',
  removed: 'removed',
  rejected: 'rejected',
  released: 'released',
  joined: 'joined',
  split: 'split',
} as const satisfies Record<EndReason, BlockState>;
