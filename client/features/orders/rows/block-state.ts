import type { Big } from 'big.js';
import { type OrderBlock, OVER_STATES } from '#contracts/order-block.ts';

export const STATUS: Record<OrderBlock['status'], string> = {
  pending: 'Pending',
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
};

const OVER = new Set<OrderBlock['status']>(OVER_STATES);
const HELD = new Set<OrderBlock['status']>(['partly-filled', 'filled', 'targets-placed', 'targets-changing']);

/** Nothing more happens to this part. */
export const isOver = ({ status }: OrderBlock): boolean => OVER.has(status);
export const isHeld = ({ status }: OrderBlock): boolean => HELD.has(status);
export const isUnplaced = ({ status }: OrderBlock): boolean => status === 'skipped' || status === 'rejected';

export type Ending = 'remove' | 'close';

/** The ways to end a block as a whole, the milder first. */
export function endings(orders: readonly OrderBlock[]): Ending[] {
  if (!orders[0]?.open) return [];
  const waits = orders.some(({ status }) => status === 'placed' || status === 'partly-filled');
  const holds = orders.some((order) => isHeld(order) && order.firstFilledQuantity.gt(0));
  return [...(waits ? (['remove'] as const) : []), ...(holds ? (['close'] as const) : [])];
}

/** What a copy was skipped for or failed at may be tried again while its block is open. */
export const mayRetry = (copy: OrderBlock): boolean =>
  copy.open && copy.inGroup && (isUnplaced(copy) || (!isOver(copy) && copy.statusReason !== null));

export interface Said {
  text: string;
  tone: 'plain' | 'doubt' | 'alarm';
}

/** Who holds the targets of a part; null once nothing is held any more. */
export function protectionOf(block: OrderBlock): Said | null {
  if (isOver(block)) return null;
  if (block.status === 'targets-changing') return { text: 'Unprotected while targets change', tone: 'alarm' };
  if (block.protection === 'exchange') return { text: 'Protected by the exchange', tone: 'plain' };
  if (block.protection === 'server') return { text: 'Protected by this server', tone: 'doubt' };
  return block.firstFilledQuantity.gt(0)
    ? { text: 'Unprotected', tone: 'alarm' }
    : { text: 'Nothing held yet', tone: 'plain' };
}

/** Part of one amount in another, in whole percents cut down so that 100 is really all of it. */
export const percentOf = (part: Big, whole: Big): string =>
  whole.eq(0) ? '0' : part.div(whole).times(100).round(0, 0).toFixed();
