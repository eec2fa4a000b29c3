/** A day's candle of a market. */
export interface TradedDay {
  openTime: number;
  open: number;
  high: number;
  low: number;
}

export const rounded = (price: number) => Math.round(price * 1e4) / 1e4;

/** Of a range: prices that were traded one after the other, whatever the days were like, and borders beyond all of them. */
export function fallAndRise(past: readonly TradedDay[]) {
  const lowest = Math.min(...past.map(({ low }) => low));
  const highest = Math.max(...past.map(({ high }) => high));
  const low = Math.min(...past.slice(0, -5).map((day) => day.low));
  const since = past.slice(past.findIndex((day) => day.low === low) + 1);
  const rise = Math.max(...since.map(({ high }) => high)) - low;
  const below = ((past[0]?.open ?? low) + low) / 2;
  return {
    buy: rounded(Math.min(below, low + 0.2 * rise)),
    sell: rounded(low + 0.8 * rise),
    lowBorder: rounded(lowest * 0.9),
    highBorder: rounded(highest * 1.1),
  };
}
