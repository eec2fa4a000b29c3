import type { Big } from 'big.js';
import type { TradedMarket } from '../model/market.ts';
import { type Draft, isMarketable } from '../model/order.ts';
import { type Filter, OrderRefusal } from '../model/refusal.ts';
import { triggersUp } from '../model/trigger.ts';

const isMultiple = (amount: Big, step: Big): boolean => amount.mod(step).eq(0);
const isAbove = (value: Big, most: Big | null): boolean => most !== null && value.gt(most);
const isWithin = (value: Big, low: Big, high: Big | null): boolean => value.gte(low) && !isAbove(value, high);

/** A price of zero stands for none. */
function priceFailure({ pair, price, stopPrice }: Draft): Filter | null {
  const fits = (value: Big) => isWithin(value, pair.minPrice, pair.maxPrice) && isMultiple(value, pair.tick);
  return [price, stopPrice].every((value) => value.eq(0) || fits(value)) ? null : 'PRICE_FILTER';
}

/** The documents speak of an order's price only: a trigger may lie anywhere. */
function percentFailure({ pair, side, price }: Draft, average: Big): Filter | null {
  if (price.eq(0) || !pair.priceBand) return null;
  const { bidMultiplierUp, bidMultiplierDown, askMultiplierUp, askMultiplierDown } = pair.priceBand;
  const [down, up] = side === 'BUY' ? [bidMultiplierDown, bidMultiplierUp] : [askMultiplierDown, askMultiplierUp];
  return isWithin(price, average.times(down), average.times(up)) ? null : 'PERCENT_PRICE_BY_SIDE';
}

function quantityFailure(draft: Draft, { terms }: TradedMarket): Filter | null {
  const { pair, quantity } = draft;
  if (quantity.eq(0)) return null;
  if (!isWithin(quantity, terms.minQty, pair.maxQty) || !isMultiple(quantity, pair.step)) return 'LOT_SIZE';
  return isMarketable(draft) && isAbove(quantity, pair.marketMaxQty) ? 'MARKET_LOT_SIZE' : null;
}

/** A market order is valued at the average price, a trigger without a limit at its stop price. */
function notionalFailure(draft: Draft, market: TradedMarket, average: Big): Filter | null {
  const { pair, quantity, quoteOrderQty, price, stopPrice } = draft;
  if (quantity.eq(0) && quoteOrderQty.eq(0)) return null;
  const at = [price, stopPrice].find((value) => value.gt(0)) ?? average;
  const value = quoteOrderQty.gt(0) ? quoteOrderQty : quantity.times(at);
  const isTooLarge = !isMarketable(draft) && isAbove(value, pair.maxNotional);
  return value.lt(market.terms.minNotional) || isTooLarge ? 'NOTIONAL' : null;
}

function trailingFailure(draft: Draft): Filter | null {
  const { trailingDelta } = draft.details;
  const bounds = draft.pair.trailingDelta;
  if (trailingDelta === undefined || !bounds) return null;
  const [least, most] = triggersUp(draft) ? [bounds.minAbove, bounds.maxAbove] : [bounds.minBelow, bounds.maxBelow];
  return trailingDelta < least || trailingDelta > most ? 'TRAILING_DELTA' : null;
}

/** Whether the symbol takes trailing orders at all. Throws the refusal. */
export function checkTrailing({ details }: Draft, { terms }: TradedMarket): void {
  if (details.trailingDelta !== undefined && !terms.trailing) throw new OrderRefusal('no-trailing');
}

/** The symbol's own filters; a quantity that an OPO's entry decides later (zero) is not checked. Throws the refusal. */
export function checkFilters(draft: Draft, at: { market: TradedMarket; now: number }): void {
  const { market } = at;
  const average = market.averagePrice(at.now);
  const failure =
    priceFailure(draft) ??
    percentFailure(draft, average) ??
    quantityFailure(draft, market) ??
    trailingFailure(draft) ??
    notionalFailure(draft, market, average);
  if (failure) throw new OrderRefusal(failure);
}
