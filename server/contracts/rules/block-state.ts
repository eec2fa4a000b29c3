/** Nothing more happens by itself in these. */
export const OVER_STATES = [
  'take-profit-filled',
  'stop-loss-filled',
  'closed',
  'removed',
  'rejected',
  'skipped',
  'released',
] as const;
export const BLOCK_STATES = [
  'pending',
  'unconfirmed',
  'placed',
  'partly-filled',
  'filled',
  'targets-placed',
  'targets-changing',
  'closing',
  ...OVER_STATES,
] as const;
export type BlockState = (typeof BLOCK_STATES)[number];
