/** how a bar is read. `drawn`: the low first where it rose, the high first where it fell; `reversed`: the other way. */
export type Reading = 'drawn' | 'reversed';

/** Open, high, low and close, of any kind of number. */
export interface BarPrices<Price> {
  open: Price;
  high: Price;
  low: Price;
  close: Price;
}

/** the four prices of a bar in the order in which they are taken to have been traded. A bar that did not move falls. */
export function barPath<Price>(
  { open, high, low, close }: BarPrices<Price>,
  reading: Reading,
  rose: boolean,
): [Price, Price, Price, Price] {
  const lowFirst = rose === (reading === 'drawn');
  return lowFirst ? [open, low, high, close] : [open, high, low, close];
}
