import type { Big } from 'big.js';
import { max, min } from '#contracts/rules/decimal.ts';
import type { TradedMarket } from '../model/market.ts';
import { type RestingOrders, createRestingOrders } from './resting-orders.ts';
import { type Triggers, createTriggers } from './triggers.ts';

/** Where one symbol is traded: its market, and the accounts' orders that rest or wait there. */
export interface OrderBook {
  market: TradedMarket;
  resting: RestingOrders;
  triggers: Triggers;
}

export const createOrderBook = (market: TradedMarket): OrderBook => ({
  market,
  resting: createRestingOrders(),
  triggers: createTriggers(),
});

/** The prices between which a trade neither fills nor sets off anything, both exclusive; null where there is no bound. */
export interface QuietRange {
  above: Big | null;
  below: Big | null;
}

const nearest = (choose: typeof min, prices: readonly (Big | null | undefined)[]): Big | null => {
  const [first, ...others] = prices.filter((price) => price !== null && price !== undefined);
  return first ? choose(first, ...others) : null;
};

export const quietRange = ({ resting, triggers }: OrderBook): QuietRange => ({
  above: nearest(max, [resting.best('BUY')?.price, triggers.nearestDown()]),
  below: nearest(min, [resting.best('SELL')?.price, triggers.nearestUp()]),
});
