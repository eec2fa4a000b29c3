const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** All in ms. */
export interface Timings {
  /** How long a call may take before its outcome is unknown. */
  call: number;
  /** The longest that start() holds the server up. */
  start: number;
  /** A stream without a frame or ping for this long is dead. */
  silence: number;
  /** Binance cuts a stream at 24 h: ours is renewed before. */
  streamLife: number;
  /** Between signs of life on REST: they keep the pool warm and the clock true. */
  heartbeat: number;
  /** Between readings of the trading rules. */
  rules: number;
  /** Between looks at which pairs trade. */
  status: number;
  /** Between groups of keys that are subscribed on a new connection. */
  keyPace: number;
  firstPause: number;
  longestPause: number;
}

export const TIMINGS: Timings = {
  call: 10 * SECOND,
  start: 2 * SECOND,
  silence: MINUTE,
  streamLife: 23 * HOUR,
  heartbeat: 15 * SECOND,
  rules: HOUR,
  status: 15 * SECOND,
  keyPace: 500,
  firstPause: 250,
  longestPause: 3 * SECOND,
};
