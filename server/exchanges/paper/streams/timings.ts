const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How the exchange treats an open websocket; all in ms. */
export interface StreamTimings {
  /** Between the pings it sends. */
  ping: number;
  /** Without the pong to any of them for this long, the line is cut. */
  silence: number;
  /** The longest that one connection lives. */
  life: number;
  /** How long before that end it is announced. */
  notice: number;
}

export const STREAM_TIMINGS: StreamTimings = {
  ping: 20 * SECOND,
  silence: MINUTE,
  life: 24 * HOUR,
  notice: 10 * MINUTE,
};
