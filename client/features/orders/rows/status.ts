import type { OrderBlock } from '#contracts/order-block.ts';

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

/** Filled share of the entry, 0 to 100, cut to whole percents so that 100 is really all of it. */
export function filledPercent({ firstPlacedQuantity, firstFilledQuantity }: OrderBlock): number {
  if (firstPlacedQuantity.eq(0)) return 0;
  return Number(firstFilledQuantity.div(firstPlacedQuantity).times(100).round(0, 0).toFixed());
}

export const canRemove = ({ open, status }: OrderBlock): boolean =>
  open && (status === 'placed' || status === 'partly-filled');
