/** Nothing more happens by itself in these. */
export const OVER_STATES = [
  'take-profit-filled',
  'stop-loss-filled',
  'closed',
  'removed',
  'rejected',
  'skipped',
  'released',
  // It went over to the block that it was joined into, or to those that it was split into.
  'joined',
  'split',
] as const;
export const BLOCK_STATES = [
  // A new block that takes over what others hold.
  'joining',
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
