import type { Big } from 'big.js';
import type { OrderBlock } from '#contracts/order-block.ts';
import { isOver } from '#contracts/rules/block-words.ts';

const HELD = new Set<OrderBlock['status']>(['partly-filled', 'filled', 'targets-placed', 'targets-changing']);

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

/** '6 of 8 copied'. */
export const copiedText = (copies: readonly OrderBlock[]): string =>
  `${copies.filter((copy) => !isUnplaced(copy)).length} of ${copies.length} copied`;

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
