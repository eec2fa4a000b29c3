import type { Rejection } from './exchange.ts';

/** Our own code, of no exchange: refused here, before anything was sent. */
export const NOT_SENT = -90_001;

export const notSent = (sentence: string): Rejection => ({
  outcome: 'rejected',
  code: NOT_SENT,
  message: sentence,
  sentence,
});

/**
 * Bybit has trailing stops of positions only (v5 position/trading-stop), and Coinbase none among the configurations of its
 * orders (advanced-trade-api, create-order), both as of July 2026.
 */
export const noTrailing = (exchange: string): Rejection =>
  notSent(`${exchange} has no trailing orders on spot: set a stop at a fixed price.`);
