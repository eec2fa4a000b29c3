const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** All in ms. */
export interface Timings {
  /** How long a call may take before its outcome is unknown. */
  call: number;
  /** The longest that start() holds the server up. */
  start: number;
  /** A stream without a message for this long is dead. */
  silence: number;
  /** Between signs of life on REST, which keep the clock's offset true. */
  heartbeat: number;
  /** Between readings of the trading rules. */
  rules: number;
  /** Between looks at which pairs trade. */
  status: number;
  /** Between two looks at an account that has no stream. */
  poll: number;
  /** Between two looks at an order whose change was taken on but does not show yet. */
  settle: number;
  /** Until a key that was refused is tried again. */
  refusedKey: number;
  firstPause: number;
  longestPause: number;
}

export const TIMINGS: Timings = {
  call: 10 * SECOND,
  start: 2 * SECOND,
  silence: MINUTE,
  heartbeat: 15 * SECOND,
  rules: HOUR,
  status: 45 * SECOND,
  poll: 3 * SECOND,
  settle: 200,
  refusedKey: MINUTE,
  firstPause: 250,
  longestPause: 3 * SECOND,
};
