/** What the stop of what is left does: once the first take profit, or each one, has filled, or with the market. */
export const STOP_MOVES = {
  stays: 'stays',
  'break-even': 'to break-even after take profit 1',
  'previous-target': 'to the take profit before',
  'whole-deal-at-zero': 'to zero for the whole deal',
  follows: 'follows the price',
  closing: 'waits for a candle to close',
} as const;
export type StopMove = keyof typeof STOP_MOVES;
