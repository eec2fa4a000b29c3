import { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import type { ExchangeOrder, Fill } from './exchange.ts';
import type { ExchangePair } from '../domain/market/pair.ts';

type Bought = Pick<Fill, 'quantity' | 'commission' | 'commissionAsset'>;

/**
 * What these purchases can sell again, and what is too little to sell: net of the fees that were really taken in the
 * bought asset. A fee in another asset takes nothing off, one in BNB does where BNB itself was bought.
 */
export function sellableAfterFees(fills: readonly Bought[], base: string, step: Big): { sellable: Big; dust: Big } {
  const net = fills.reduce(
    (sum, { quantity, commission, commissionAsset }) =>
      sum.plus(quantity).minus(commissionAsset === base ? commission : ZERO),
    ZERO,
  );
  const sellable = net.gt(0) ? floorTo(step, net) : ZERO;
  return { sellable, dust: net.minus(sellable) };
}

/** Whether what is left could still be sold when its stop fires; less than the least notional is dust. */
export function worthAtStop(
  { quantity, stopPrice }: { quantity: Big; stopPrice: Big },
  { minNotional, minQuantity }: Pick<ExchangePair, 'minNotional' | 'minQuantity'>,
): { worth: Big; legal: boolean } {
  const worth = quantity.times(stopPrice);
  return { worth, legal: worth.gte(minNotional) && quantity.gte(minQuantity) && quantity.gt(0) };
}

/** How far an order has come (trading rule 4). The average is 0 while nothing is filled; the percentage is not rounded. */
export function filledSoFar(
  fills: readonly Pick<Fill, 'quantity' | 'price'>[],
  wanted: Big,
): { quantity: Big; counter: Big; average: Big; percent: Big } {
  const quantity = fills.reduce((sum, fill) => sum.plus(fill.quantity), ZERO);
  const counter = fills.reduce((sum, fill) => sum.plus(fill.quantity.times(fill.price)), ZERO);
  return {
    quantity,
    counter,
    average: quantity.eq(0) ? ZERO : counter.div(quantity),
    percent: wanted.eq(0) ? ZERO : quantity.div(wanted).times(100),
  };
}

const ALGO: ReadonlySet<ExchangeOrder['type']> = new Set(['stop', 'stop-limit', 'take-profit', 'take-profit-limit']);
const LIVE: ReadonlySet<ExchangeOrder['state']> = new Set(['pending', 'open', 'partly-filled']);

/**
 * How many of a pair's algo orders are taken: what waits at a stop price counts, also in a list. A resting take profit
 * with a stop takes one slot, a take profit by trigger with a stop two.
 */
export const algoSlots = (
  openOrders: readonly Pick<ExchangeOrder, 'symbol' | 'type' | 'state'>[],
  symbol: string,
): number =>
  openOrders.filter((order) => order.symbol === symbol && ALGO.has(order.type) && LIVE.has(order.state)).length;
