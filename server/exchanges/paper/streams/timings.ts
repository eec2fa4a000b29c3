import { DAY, MINUTE, SECOND } from '#contracts/rules/time.ts';

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
  maxAge: DAY,
  warning: 10 * MINUTE,
};
