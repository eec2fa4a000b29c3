import type { ExchangeOrderState } from '../../exchanges/exchange.ts';

/**
 * sending: written down, no answer yet. unknown: the answer was lost and is being looked up. All others are the exchange's own facts.
 */
export type OrderState = 'sending' | 'unknown' | ExchangeOrderState;

/** States whose end is still to come. */
export const LIVE_STATES: OrderState[] = ['sending', 'unknown', 'pending', 'open', 'partly-filled'];
export const isLive = (state: OrderState): boolean => LIVE_STATES.includes(state);
