import { ZERO } from '#contracts/rules/decimal.ts';
import type { ExchangeOrder } from '../exchange.ts';
import type { OrderTerms } from '../../domain/market/exchange-order.ts';

/** An order that was accepted and is not listed yet: nothing more is known of it than what was sent. */
export function asSent(terms: OrderTerms, exchangeOrderId: string, updatedAt: number): ExchangeOrder {
  const none = ZERO;
  return {
    symbol: terms.symbol,
    exchangeOrderId,
    clientOrderId: terms.clientOrderId,
    exchangeListId: null,
    side: terms.side,
    type: terms.type,
    price: 'price' in terms ? terms.price : none,
    stopPrice: 'stopPrice' in terms ? terms.stopPrice : null,
    quantity: terms.quantity,
    filledQuantity: none,
    filledCounterQuantity: none,
    state: 'open',
    expiryReason: null,
    placedAt: updatedAt,
    updatedAt,
  };
}
