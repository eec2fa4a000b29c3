import type { ExchangeOrderState } from '../market/exchange-order.ts';

/**
 * planned: written down, and not begun to be sent. sending: no answer yet. unknown: the answer was lost and is being looked up. All others are the exchange's own facts.
 */
export type OrderState = 'planned' | 'sending' | 'unknown' | ExchangeOrderState;

/** States whose end is still to come. */
export const LIVE_STATES: OrderState[] = ['planned', 'sending', 'unknown', 'pending', 'open', 'partly-filled'];
export const isLive = (state: OrderState): boolean => LIVE_STATES.includes(state);

const ON_EXCHANGE: ReadonlySet<OrderState> = new Set(['pending', 'open', 'partly-filled']);
/** The exchange has said that it has it. */
export const isOnExchange = (state: OrderState): boolean => ON_EXCHANGE.has(state);
