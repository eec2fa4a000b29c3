import type { Big } from 'big.js';
import { type BinanceError, filterFailure, refusal } from './binance-error.ts';
import type { Account } from './books/model/account.ts';
import { type Draft, hasTrigger, isMarketable } from './books/model/order.ts';
import type { Market } from './market/market.ts';
import { MAX_NUM_ORDERS, MAX_NUM_ORDER_LISTS, PERCENT_PRICE } from './pairs.ts';

const isMultiple = (amount: Big, step: Big): boolean => amount.mod(step).eq(0);
const isWithin = (value: Big, low: Big, high: Big): boolean => value.gte(low) && value.lte(high);

/** Prices of nothing stand for none. */
function priceFailure({ pair, price, stopPrice }: Draft): BinanceError | null {
  const fits = (value: Big) => isWithin(value, pair.minPrice, pair.maxPrice) && isMultiple(value, pair.tick);
  return [price, stopPrice].every((value) => value.eq(0) || fits(value)) ? null : filterFailure('PRICE_FILTER');
}

/** The documents speak of an order's price only: a trigger may lie anywhere. */
function percentFailure({ side, price }: Draft, average: Big): BinanceError | null {
  if (price.eq(0)) return null;
  const { bidMultiplierUp, bidMultiplierDown, askMultiplierUp, askMultiplierDown } = PERCENT_PRICE;
  const [down, up] = side === 'BUY' ? [bidMultiplierDown, bidMultiplierUp] : [askMultiplierDown, askMultiplierUp];
  return isWithin(price, average.times(down), average.times(up)) ? null : filterFailure('PERCENT_PRICE_BY_SIDE');
}

function quantityFailure(draft: Draft): BinanceError | null {
  const { pair, quantity } = draft;
  if (quantity.eq(0)) return null;
  if (!isWithin(quantity, pair.minQty, pair.maxQty) || !isMultiple(quantity, pair.step))
    return filterFailure('LOT_SIZE');
  return isMarketable(draft) && quantity.gt(pair.marketMaxQty) ? filterFailure('MARKET_LOT_SIZE') : null;
}

/** A market order is valued at the average price, a trigger without a limit at its stop price. */
function notionalFailure(draft: Draft, market: Market, average: Big): BinanceError | null {
  const { pair, quantity, quoteOrderQty, price, stopPrice } = draft;
  if (quantity.eq(0) && quoteOrderQty.eq(0)) return null;
  const at = [price, stopPrice].find((value) => value.gt(0)) ?? average;
  const worth = quoteOrderQty.gt(0) ? quoteOrderQty : quantity.times(at);
  const tooMuch = !isMarketable(draft) && worth.gt(pair.maxNotional);
  return worth.lt(market.terms.minNotional) || tooMuch ? filterFailure('NOTIONAL') : null;
}

/** The symbol's own filters; a quantity that an OPO's entry decides later (zero) is not looked at. Throws the refusal. */
export function checkFilters(draft: Draft, at: { market: Market; now: number }): void {
  const { market } = at;
  const average = market.averagePrice(at.now);
  const failure =
    priceFailure(draft) ??
    percentFailure(draft, average) ??
    quantityFailure(draft) ??
    notionalFailure(draft, market, average);
  if (failure) throw failure;
}

/** What is asked for at once: the orders of one symbol, and the list they form. */
export interface Wanted {
  market: Market;
  drafts: readonly Draft[];
  /** The list's own client id; null for a single order. */
  clientListId: string | null;
}

/** How much an account may have open on a symbol, orders that wait for their entry included. Throws the refusal. */
export function checkRoom({ market, drafts, clientListId }: Wanted, account: Account): void {
  const { pair, terms } = market;
  const open = [...account.open.values()].filter((order) => order.pair === pair);
  const lists = [...account.lists.values()].filter((list) => list.pair === pair);
  const algoOrders = drafts.filter(hasTrigger).length;
  if (open.length + drafts.length > MAX_NUM_ORDERS) throw filterFailure('MAX_NUM_ORDERS');
  // The live exchange says this one with -2010 (Binance.Net #1212).
  if (algoOrders > 0 && open.filter(hasTrigger).length + algoOrders > terms.maxNumAlgoOrders)
    throw refusal(-2010, 'Filter failure: MAX_NUM_ALGO_ORDERS');
  if (clientListId !== null && lists.length + 1 > MAX_NUM_ORDER_LISTS) throw filterFailure('MAX_NUM_ORDER_LISTS');
}

/** Client ids are free again once their order, or their list, is done. Throws the refusal. */
export function checkIds({ drafts, clientListId }: Wanted, account: Account): void {
  const ids = drafts.map((draft) => draft.clientOrderId);
  const taken = new Set([...account.open.values()].map((order) => order.clientOrderId));
  const isListTaken = [...account.lists.values()].some((list) => list.clientListId === clientListId);
  if (new Set(ids).size < ids.length || isListTaken || ids.some((id) => taken.has(id)))
    throw refusal(-2010, 'Duplicate order sent.');
}
