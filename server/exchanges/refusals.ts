import type { Rejection } from './exchange.ts';

/** Our own code, of no exchange: refused here, before anything was sent. */
export const NOT_SENT = -90_001;

export const notSent = (sentence: string): Rejection => ({
  outcome: 'rejected',
  code: NOT_SENT,
  message: sentence,
  sentence,
});
