/** C-20: bots that trade levels again and again go on with other ones while they run. */
export const CHANGING_LINES = [
  'grid',
  'imbalance-grid',
  'trend-grid',
  'inverse-grid',
  'steps',
  'levels',
  'range',
] as const;
