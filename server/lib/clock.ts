/** UTC epoch milliseconds. Passed in, so that a test can be at any time. */
export type Clock = () => number;
export const systemClock: Clock = () => Date.now();
