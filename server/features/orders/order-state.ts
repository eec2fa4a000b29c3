import type { ExchangeOrderState } from '../../exchanges/exchange.ts';

/**
 * sending: written down, no answer yet. unknown: the answer was lost and is being looked up. needs-review: it could not
 * be found out and a person must look. All others are the exchange's own facts.
 */
export type OrderState = 'sending' | 'unknown' | 'needs-review' | ExchangeOrderState;

/** States whose end is still to come. */
export const LIVE_STATES: OrderState[] = ['sending', 'unknown', 'open', 'partly-filled'];
export const isLive = (state: OrderState): boolean => LIVE_STATES.includes(state);
