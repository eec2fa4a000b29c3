import type { ExchangeOrderState } from '../market/exchange-order.ts';

/**
 * planned: written down, and not begun to be sent. sending: no answer yet. unknown: the answer was lost and is being looked up. All others are the exchange's own facts.
 */
export type OrderState = 'planned' | 'sending' | 'unknown' | ExchangeOrderState;

/** States whose end is still to come. */
export const LIVE_STATES: OrderState[] = ['planned', 'sending', 'unknown', 'pending', 'open', 'partly-filled'];
export const isLive = (state: OrderState): boolean => LIVE_STATES.includes(state);
