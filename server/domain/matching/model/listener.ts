import type { Account, Holding } from './matching-account.ts';
import type { Execution } from './execution.ts';
import type { MarketTrade } from './market.ts';
import type { Fill, Order, OrderList } from './order.ts';

/**
 * What the matching reports, at once and in order. Holdings, orders and lists are handed over as they are kept: they go on
 * changing, so a listener that stores them takes a copy.
 */
export interface MatchingListener {
  holdingChanged(holding: Holding): void;
  orderChanged(order: Order): void;
  listChanged(list: OrderList): void;
  filled(fill: Fill): void;
  traded(trade: MarketTrade): void;
  /** For the order's owner. */
  executed(account: Account, execution: Execution): void;
  /** For the list's owner: it has begun, or it is done. */
  listReported(account: Account, list: OrderList): void;
}
