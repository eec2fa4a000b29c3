const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How the exchange treats an open websocket; all in ms. */
export interface StreamTimings {
  /** Between the pings it sends. */
  ping: number;
  /** Without a pong for this long the connection is cut. */
  pongTimeout: number;
  /** Longest life of one connection. */
  maxAge: number;
  /** How long before that end it is announced. */
  warning: number;
}

export const STREAM_TIMINGS: StreamTimings = {
  ping: 20 * SECOND,
  pongTimeout: MINUTE,
  maxAge: 24 * HOUR,
  warning: 10 * MINUTE,
};
