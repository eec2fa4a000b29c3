import { Big } from 'big.js';
import { min, ONE, ZERO } from '#contracts/rules/decimal.ts';
import { isOrderable, type LeastOrder } from '#contracts/rules/least-order.ts';
import { ceilTo, floorTo } from '#contracts/rules/steps.ts';

/** An asset of a basket, traded against the basket's one counter currency. */
export interface BasketAsset extends LeastOrder {
  name: string;
  /** Of the basket's own coins, base units. */
  held: Big;
  /** Last price, counter units. */
  price: Big;
  /** Share of the total that it should have; all of a basket add up to 1. */
  target: Big;
  step: Big;
  tick: Big;
}

export interface Basket {
  assets: readonly BasketAsset[];
  /** The basket's own money, counter units, and the share that it should have: 0 where the counter is no part of it. */
  counter: { held: Big; target: Big };
  /** Rate taken off what a trade brings in. */
  fee: Big;
}

/** An order limited to this price; what does not fill at once is canceled. */
export interface Leg {
  asset: string;
  quantity: Big;
  limit: Big;
  /** At the last price, counter units. */
  worth: Big;
  /** After the fee: counter units of a sale, base units of a purchase. */
  bringsIn: Big;
}

export interface Rebalancing {
  sells: Leg[];
  buys: Leg[];
  /** Assets whose trade is too small for an order. */
  leftOut: string[];
}

/** B-4: how much more than the least worth an order needs, so that a move of the price does not make it too small. */
export const SPARE = new Big('1.05');
const LOWEST_SALE = new Big('0.995');
const HIGHEST_PURCHASE = new Big('1.005');

const worthOf = ({ held, price }: Pick<BasketAsset, 'held' | 'price'>): Big => held.times(price);

/** B-2: what the basket is worth at last prices, counter units. */
export const totalOf = ({ assets, counter }: Pick<Basket, 'assets' | 'counter'>): Big =>
  assets.reduce((sum, asset) => sum.plus(worthOf(asset)), counter.held);

export interface Drift {
  name: string;
  weight: Big;
  /** Weight less target: above 0 there is too much of it. */
  drift: Big;
}

/** B-2: how far each part is from its target; the counter has no name. */
export function driftsOf(basket: Basket): Drift[] {
  const total = totalOf(basket);
  if (total.lte(0)) return [];
  const { counter, assets } = basket;
  const parts = assets.map((asset) => ({ name: asset.name, worth: worthOf(asset), target: asset.target }));
  return [...parts, { name: '', worth: counter.held, target: counter.target }].map(({ name, worth, target }) => {
    const weight = worth.div(total);
    return { name, weight, drift: weight.minus(target) };
  });
}

const isWorthAnOrder = (quantity: Big, { price, minQuantity, minNotional }: BasketAsset): boolean =>
  isOrderable(quantity, price, { minQuantity, minNotional: minNotional.times(SPARE) });

interface Difference {
  asset: BasketAsset;
  /** Counter units that it lacks; below 0 it has too much. */
  lacks: Big;
}

function differences(basket: Basket): Difference[] {
  const total = totalOf(basket);
  return basket.assets.map((asset) => ({ asset, lacks: total.times(asset.target).minus(worthOf(asset)) }));
}

/** B-4: the sales, which come first. */
function salesOf(all: readonly Difference[], fee: Big): Pick<Rebalancing, 'sells' | 'leftOut'> {
  const sells: Leg[] = [];
  const leftOut: string[] = [];
  for (const { asset, lacks } of all) {
    if (lacks.gte(0)) continue;
    const quantity = floorTo(asset.step, min(asset.held, lacks.times(-1).div(asset.price)));
    if (!isWorthAnOrder(quantity, asset)) {
      leftOut.push(asset.name);
      continue;
    }
    const worth = quantity.times(asset.price);
    const limit = ceilTo(asset.tick, asset.price.times(LOWEST_SALE));
    sells.push({ asset: asset.name, quantity, limit, worth, bringsIn: worth.times(ONE.minus(fee)) });
  }
  return { sells, leftOut };
}

/**
 * B-4: purchases share the money above the counter's target. `money`: counter units that the basket has once its sales are
 * done. An order locks its quantity at its limit, so that all of them together need no more than there is.
 */
export function purchasesOf(basket: Basket, money: Big): Pick<Rebalancing, 'buys' | 'leftOut'> {
  const total = totalOf(basket);
  const wanted = differences(basket).filter(({ lacks }) => lacks.gt(0));
  const needed = wanted.reduce((sum, { lacks }) => sum.plus(lacks), ZERO);
  const spare = money.minus(total.times(basket.counter.target));
  const buys: Leg[] = [];
  const leftOut: string[] = [];
  let left = money;
  for (const { asset, lacks } of wanted) {
    const limit = floorTo(asset.tick, asset.price.times(HIGHEST_PURCHASE));
    const share = spare.lte(0) ? ZERO : min(lacks, lacks.times(spare).div(needed));
    const quantity = floorTo(asset.step, min(share.div(asset.price), left.div(limit)));
    if (!isWorthAnOrder(quantity, asset)) {
      leftOut.push(asset.name);
      continue;
    }
    left = left.minus(quantity.times(limit));
    const worth = quantity.times(asset.price);
    buys.push({ asset: asset.name, quantity, limit, worth, bringsIn: quantity.times(ONE.minus(basket.fee)) });
  }
  return { buys, leftOut };
}

/** B-4: the orders that bring a basket back to its targets, purchases as they are if the sales fill at last prices. */
export function rebalancing(basket: Basket): Rebalancing {
  const sales = salesOf(differences(basket), basket.fee);
  const money = sales.sells.reduce((sum, { bringsIn }) => sum.plus(bringsIn), basket.counter.held);
  const purchases = purchasesOf(basket, money);
  return { sells: sales.sells, buys: purchases.buys, leftOut: [...sales.leftOut, ...purchases.leftOut] };
}
