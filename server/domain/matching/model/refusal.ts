export type Filter =
  | 'PRICE_FILTER'
  | 'PERCENT_PRICE_BY_SIDE'
  | 'LOT_SIZE'
  | 'MARKET_LOT_SIZE'
  | 'NOTIONAL'
  | 'TRAILING_DELTA'
  | 'MAX_NUM_ORDERS'
  | 'MAX_NUM_ALGO_ORDERS'
  | 'MAX_NUM_ORDER_LISTS';

/** Why an order, a list or a cancel is not taken. */
export type RefusalReason =
  | Filter
  | 'unknown-symbol'
  | 'unknown-order'
  | 'market-closed'
  | 'cancel-only'
  | 'cancels-closed'
  | 'terms-of-type'
  | 'no-trailing'
  | 'no-quantity'
  | 'duplicate-id'
  | 'insufficient-balance'
  | 'book-below-lot-size'
  | 'would-trigger'
  | 'would-match'
  | 'prices-of-pair'
  | 'entry-type'
  | 'opo-entry-sells'
  | 'opo-leg-buys'
  | 'oco-type'
  | 'oco-two-limits'
  | 'oco-buy-limit-above'
  | 'oco-buy-stop-below'
  | 'oco-buy-take-profit-above'
  | 'oco-sell-limit-below'
  | 'oco-sell-stop-above'
  | 'oco-sell-take-profit-below';

export class OrderRefusal extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(`The order is refused: ${reason}.`);
    this.reason = reason;
  }
}
