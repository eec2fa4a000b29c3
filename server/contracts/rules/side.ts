export const SIDES = ['buy', 'sell'] as const;
export type Side = (typeof SIDES)[number];
