import type { Big } from 'big.js';
import type { Side } from '#contracts/rules/side.ts';

export type OrderTerms = {
  clientOrderId: string;
  symbol: string;
  side: Side;
  /** Base units. */
  quantity: Big;
  /** It ends a position or protects it, and goes ahead of entries where the exchange's limit is nearly used up. */
  isExit?: boolean;
} & (
  | { type: 'limit'; price: Big; /** Good till cancelled when not said. */ timeInForce?: 'gtc' | 'ioc' | 'fok' }
  | { type: 'limit-maker'; price: Big }
  | { type: 'market' }
  | ({ type: 'stop' | 'take-profit' } & Trigger)
  | ({ type: 'stop-limit' | 'take-profit-limit'; price: Big } & Trigger)
);

/**
 * What sets an order off: a trade at its stop price, or for one that trails the market's turning back by `trailingDelta`
 * basis points from the best trade since it began: at its stop price, or at once where it has none.
 */
export type Trigger = { stopPrice: Big } | { stopPrice: Big | null; trailingDelta: number };

/** Undefined for an order that does not trail. */
export const trailingDeltaOf = (terms: OrderTerms | Trigger): number | undefined =>
  'trailingDelta' in terms ? terms.trailingDelta : undefined;

/** `pending`: it waits for its list's entry to be filled. */
export type ExchangeOrderState = 'pending' | 'open' | 'partly-filled' | 'filled' | 'cancelled' | 'expired' | 'rejected';
