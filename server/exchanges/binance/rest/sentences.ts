/** What was asked, as the sentence names it. */
export type Errand = 'order' | 'cancellation' | 'request';

const RANGE = 'Request falls outside the acceptable price range based on the average of previous trades';
const LEAST_TOTAL = 'Total value of the order should be more than 6USDT';

/** The spec's own words for three refusals. MIN_NOTIONAL is the older name of the same filter. */
const SPOKEN: Readonly<Record<string, string>> = {
  'Filter failure: PERCENT_PRICE_BY_SIDE': RANGE,
  'Filter failure: NOTIONAL': LEAST_TOTAL,
  'Filter failure: MIN_NOTIONAL': LEAST_TOTAL,
  'Not enough quantity': LEAST_TOTAL,
};

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

function spoken(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds < 120) return counted(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour');
}

/** A sentence for a person; any refusal without words of ours is told in the exchange's. */
export function sentenceFor(refused: { message: string; errand: Errand; retryAfter?: number | undefined }): string {
  const message = refused.message.trim().replace(/\.+$/, '');
  const ours = SPOKEN[message];
  if (ours !== undefined) return ours;
  if (refused.retryAfter !== undefined) {
    return `Binance takes no more requests for now. Try again in ${spoken(refused.retryAfter)}.`;
  }
  return `Binance refused the ${refused.errand}: ${message}.`;
}
