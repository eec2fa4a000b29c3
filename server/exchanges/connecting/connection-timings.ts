import { HOUR, MINUTE, SECOND } from '#contracts/rules/time.ts';

/** All in ms. */
export interface ConnectionTimings {
  /** How long a call may take before its outcome is unknown. */
  call: number;
  /** The longest that start() delays the server. */
  start: number;
  /** A stream without a message for this long is dead. */
  silence: number;
  /** Between calls that keep the connection pool warm and the clock offset current. */
  heartbeat: number;
  /** Between readings of the trading rules, where what trades is listed by itself. */
  rules: number;
  firstPause: number;
  longestPause: number;
}

export const CONNECTION_TIMINGS: ConnectionTimings = {
  call: 10 * SECOND,
  start: 2 * SECOND,
  silence: MINUTE,
  heartbeat: 15 * SECOND,
  rules: HOUR,
  firstPause: 250,
  longestPause: 3 * SECOND,
};
