import { OrderRefusal, type RefusalReason } from '../../domain/matching/model/refusal.ts';

/** A refusal in Binance's own words; `status` is the HTTP status it comes with. */
export class BinanceError extends Error {
  readonly code: number;
  readonly status: number;
  /** What the answer says besides code and message (cancelReplace, limits of the websocket API). */
  data?: object;

  constructor(code: number, message: string, status = statusOf(code)) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

export function statusOf(code: number): number {
  if (code === -1002 || code === -2014 || code === -2015) return 401;
  if (code === -1003 || code === -1015) return 429;
  if (code === -2021) return 409;
  if (code === -1006 || code === -1007 || code === -1008) return 503;
  return code === -1000 || code === -1001 ? 500 : 400;
}

/** The usual sentence of a code, for refusals ordered from outside. */
const SENTENCES: Record<number, string> = {
  [-1000]: 'An unknown error occurred while processing the request.',
  [-1001]: 'Internal error; unable to process your request. Please try again.',
  [-1002]: 'You are not authorized to execute this request.',
  [-1003]:
    'Too much request weight used; current limit is 6000 request weight per 1 MINUTE. Please use WebSocket Streams for live updates to avoid polling the API.',
  [-1006]: 'An unexpected response was received from the message bus. Execution status unknown.',
  [-1007]: 'Timeout waiting for response from backend server. Send status unknown; execution status unknown.',
  [-1008]: 'Server is currently overloaded with other requests. Please try again in a few minutes.',
  [-1013]: 'Filter failure: NOTIONAL',
  [-1015]: 'Too many new orders; current limit is 100 orders per 10 SECOND.',
  [-1021]: 'Timestamp for this request is outside of the recvWindow.',
  [-1022]: 'Signature for this request is not valid.',
  [-1121]: 'Invalid symbol.',
  [-2010]: 'Account has insufficient balance for requested action.',
  [-2011]: 'Unknown order sent.',
  [-2013]: 'Order does not exist.',
  [-2014]: 'API-key format invalid.',
  [-2015]: 'Invalid API-key, IP, or permissions for action.',
};

export const refusal = (code: number, message?: string): BinanceError =>
  new BinanceError(code, message ?? SENTENCES[code] ?? 'An unknown error occurred while processing the request.');

const filter = (name: string): [code: number, sentence: string] => [-1013, `Filter failure: ${name}`];
const CLOSED = 'Market is closed.';

/** How Binance says what the matching refuses. */
const OF_REASON: Record<RefusalReason, readonly [code: number, sentence?: string]> = {
  PRICE_FILTER: filter('PRICE_FILTER'),
  PERCENT_PRICE_BY_SIDE: filter('PERCENT_PRICE_BY_SIDE'),
  TRAILING_DELTA: filter('TRAILING_DELTA'),
  LOT_SIZE: filter('LOT_SIZE'),
  MARKET_LOT_SIZE: filter('MARKET_LOT_SIZE'),
  NOTIONAL: filter('NOTIONAL'),
  MAX_NUM_ORDERS: filter('MAX_NUM_ORDERS'),
  // The live exchange refuses this one with -2010 (Binance.Net #1212).
  MAX_NUM_ALGO_ORDERS: [-2010, 'Filter failure: MAX_NUM_ALGO_ORDERS'],
  MAX_NUM_ORDER_LISTS: filter('MAX_NUM_ORDER_LISTS'),
  'unknown-symbol': [-1121],
  'unknown-order': [-2011],
  'market-closed': [-1013, CLOSED],
  'cancel-only': [-2010, 'This order type is not possible in this trading phase.'],
  'cancels-closed': [-2011, CLOSED],
  'terms-of-type': [-1102, 'A mandatory parameter was not sent, was empty/null, or malformed.'],
  'no-trailing': [-2010, 'Trailing stop orders are not supported for this symbol.'],
  'no-quantity': [-1013, 'Invalid quantity.'],
  'duplicate-id': [-2010, 'Duplicate order sent.'],
  'insufficient-balance': [-2010],
  'book-below-lot-size': [-2010, 'Order book liquidity is less than LOT_SIZE filter minimum quantity.'],
  'would-trigger': [-2010, 'Order would trigger immediately.'],
  'would-match': [-2010, 'Order would immediately match and take.'],
  'prices-of-pair': [-2010, 'The relationship of the prices for the orders is not correct.'],
  'entry-type': [-1014, 'Unsupported order combination.'],
  'opo-entry-sells': [-1222, 'Working order in an OPO list must be a bid.'],
  'opo-leg-buys': [-1223, 'Pending orders in an OPO list must be asks.'],
  'oco-type': [-1158, 'Order type not supported in OCO.'],
  'oco-two-limits': [-1168, 'At least one OCO order must be contingent.'],
  'oco-buy-limit-above': [-1165, 'A limit order in a buy OCO must be below.'],
  'oco-buy-stop-below': [-1196, 'A stop loss order in a buy OCO must be above.'],
  'oco-buy-take-profit-above': [-1198, 'A take profit order in a buy OCO must be below.'],
  'oco-sell-limit-below': [-1166, 'A limit order in a sell OCO must be above.'],
  'oco-sell-stop-above': [-1197, 'A stop loss order in a sell OCO must be below.'],
  'oco-sell-take-profit-below': [-1199, 'A take profit order in a sell OCO must be above.'],
};

/** A refusal of the matching in Binance's words; any other error as it is. */
export const inBinanceWords = (error: unknown): unknown =>
  error instanceof OrderRefusal ? refusal(...OF_REASON[error.reason]) : error;
