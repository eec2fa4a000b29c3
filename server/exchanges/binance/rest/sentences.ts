/** What was asked, as the sentence names it. */
export type Errand = 'order' | 'cancellation' | 'request';

/** The spec's own words. */
export const OUT_OF_RANGE = 'Request falls outside the acceptable price range based on the average of previous trades';
export const LEAST_TOTAL = 'Total value of the order should be more than 6USDT';

const NO_TRADING = "Binance has switched trading off for this account: ask Binance's support.";

/** By message; MIN_NOTIONAL is the older name of NOTIONAL. */
const SPOKEN: Readonly<Record<string, string>> = {
  'Filter failure: PERCENT_PRICE_BY_SIDE': OUT_OF_RANGE,
  'Filter failure: PERCENT_PRICE': OUT_OF_RANGE,
  'Filter failure: NOTIONAL': LEAST_TOTAL,
  'Filter failure: MIN_NOTIONAL': LEAST_TOTAL,
  'Not enough quantity': LEAST_TOTAL,
  'Price * QTY is zero or less': 'Price and quantity must both be above zero.',
  'This account may not place or cancel orders': NO_TRADING,
  'This action is disabled on this account': NO_TRADING,
};

/** By code, where every message of it means the same. */
const CODED: Readonly<Record<number, string>> = {
  [-1021]: 'The clock of this server and that of Binance disagree, and could not be brought together. Try again.',
  [-1022]: 'The secret does not belong to this API key.',
  [-2014]: 'Binance does not know this API key.',
  [-2015]:
    "Binance does not accept this API key: it is gone, may not do this, or our IP is not on the key's allow-list.",
};
const TOO_MANY_ORDERS = -1015;
const TOO_MANY_REQUESTS = -1003;

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

function spoken(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds < 120) return counted(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour');
}

interface Refused {
  code: number;
  message: string;
  errand: Errand;
  /** Ms, where the exchange named a time. */
  retryAfter?: number | undefined;
}

function waitWords({ code, retryAfter }: Refused): string | undefined {
  const when = retryAfter === undefined ? 'in a moment' : `in ${spoken(retryAfter)}`;
  if (code === TOO_MANY_ORDERS) return `Binance takes no more orders of this account for now. Try again ${when}.`;
  if (code !== TOO_MANY_REQUESTS && retryAfter === undefined) return undefined;
  return `Binance takes no more requests for now. Try again ${when}.`;
}

/** A sentence for a person; any refusal without words of ours is given in the exchange's. */
export function sentenceFor(refused: Refused): string {
  const message = refused.message.trim().replace(/\.+$/, '');
  const ours = SPOKEN[message] ?? waitWords(refused) ?? CODED[refused.code];
  return ours ?? `Binance refused the ${refused.errand}: ${message}.`;
}
