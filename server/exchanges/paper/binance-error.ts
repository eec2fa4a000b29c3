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

export const filterFailure = (filter: string): BinanceError => new BinanceError(-1013, `Filter failure: ${filter}`);
