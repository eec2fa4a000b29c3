import type { Big } from 'big.js';
import type { OrderBlock } from '#contracts/order-block.ts';
import { OVER_STATES } from '#contracts/rules/block-state.ts';

export const STATUS: Record<OrderBlock['status'], string> = {
  pending: 'Pending',
  joining: 'Taking over',
  unconfirmed: 'Unconfirmed',
  placed: 'Placed',
  'partly-filled': 'Partly filled',
  filled: 'Filled',
  'targets-placed': 'Targets placed',
  'targets-changing': 'Changing targets',
  closing: 'Closing',
  'take-profit-filled': 'Take profit filled',
  'stop-loss-filled': 'Stop loss filled',
  closed: 'Closed',
  removed: 'Removed',
  rejected: 'Rejected',
  skipped: 'Skipped',
  released: 'Released',
  joined: 'Joined',
  split: 'Split',
};

const OVER = new Set<OrderBlock['status']>(OVER_STATES);
const HELD = new Set<OrderBlock['status']>(['partly-filled', 'filled', 'targets-placed', 'targets-changing']);

/** In a final state. */
export const isOver = ({ status }: OrderBlock): boolean => OVER.has(status);
export const isHeld = ({ status }: OrderBlock): boolean => HELD.has(status);
export const isUnplaced = ({ status }: OrderBlock): boolean => status === 'skipped' || status === 'rejected';

export type Ending = 'remove' | 'close';

/** Ways to end a block, the milder first. */
export function endings(orders: readonly OrderBlock[]): Ending[] {
  if (!orders[0]?.open) return [];
  const waits = orders.some(({ status }) => status === 'placed' || status === 'partly-filled');
  const holds = orders.some((order) => isHeld(order) && order.firstFilledQuantity.gt(0));
  return [...(waits ? (['remove'] as const) : []), ...(holds ? (['close'] as const) : [])];
}

/** A copy that was skipped or failed can be retried while its block is open. */
export const mayRetry = (copy: OrderBlock): boolean =>
  copy.open && copy.inGroup && (isUnplaced(copy) || (!isOver(copy) && copy.statusReason !== null));

export interface StateLabel {
  text: string;
  tone: 'plain' | 'doubt' | 'alarm';
}

/** Where a stop is that follows the market; of one that the exchange moves, and of the best price, about. */
function followText({ plan, counterRound }: OrderBlock): string | null {
  const stop = plan?.stopLoss;
  if (stop?.closing) {
    const { price, interval } = stop.closing;
    return `Exchange: emergency stop ${stop.at.toFixed(counterRound)}; this server: ${interval} close beyond ${price.toFixed(counterRound)}`;
  }
  if (!stop?.trailing) return null;
  const { peak, movedBy } = stop.trailing;
  const best = peak === null ? '' : `, peak about ${peak.toFixed(counterRound)}`;
  const at = stop.at.toFixed(counterRound);
  return movedBy === 'exchange' ? `Exchange: stop about ${at}${best}` : `Exchange, moved by us: stop ${at}${best}`;
}

const isAimed = ({ secondTakeProfitPlacedPrice: takeProfit, secondStopLossPlacedPrice: stop }: OrderBlock): boolean =>
  takeProfit.gt(0) || stop.gt(0);

/** Who holds the targets, or why they are not held; null in a final state. */
export function protectionOf(block: OrderBlock): StateLabel | null {
  if (isOver(block)) return null;
  const { protection, protectionReason: reason } = block;
  const isHolding = block.firstFilledQuantity.gt(0);
  const why = reason === null ? '' : `: ${reason}`;
  if (protection === 'exchange') return { text: followText(block) ?? 'Protected by the exchange', tone: 'plain' };
  if (protection === 'server') return { text: 'Protected by this server', tone: 'doubt' };
  if (protection === 'placing') return { text: `Not protected yet${why}`, tone: isHolding ? 'alarm' : 'doubt' };
  if (protection === 'unprotected') return { text: `Unprotected${why}`, tone: 'alarm' };
  if (isHolding) return { text: 'Unprotected', tone: 'alarm' };
  return { text: isAimed(block) ? 'Targets are placed when it fills' : 'No position yet', tone: 'plain' };
}

export interface CopyCount {
  all: number;
  /** Not placed, changed on the exchange, or stopped with a reason. */
  failed: number;
  /** Filled by another percentage of its plan than the main key. */
  uneven: number;
}

/** Not placed, changed on the exchange, or stopped with a reason. */
export const hasFailed = (copy: OrderBlock): boolean =>
  isUnplaced(copy) || copy.interference !== null || copy.statusReason !== null;

export function countCopies(copies: readonly OrderBlock[]): CopyCount {
  const failed = copies.filter(hasFailed);
  const uneven = copies.filter((copy) => !hasFailed(copy) && copy.drift?.eq(0) === false);
  return { all: copies.length, failed: failed.length, uneven: uneven.length };
}

/** How a copy differs from the main key relative to its plan; null if it does not. */
export function driftText(copy: OrderBlock): string | null {
  const { drift } = copy;
  if (isUnplaced(copy)) return 'Not placed';
  if (drift === null || drift.eq(0)) return null;
  if (copy.firstFilledQuantity.eq(0)) return 'Not filled yet';
  const points = drift.abs().times(100).round(2, 0).toFixed(2);
  return `Filled ${points}% ${drift.gt(0) ? 'more' : 'less'} than the main key`;
}

/** Whole percent, rounded down so that 100 means all of it. */
export const percentOf = (part: Big, whole: Big): string =>
  whole.eq(0) ? '0' : part.div(whole).times(100).round(0, 0).toFixed();
