import { Big } from 'big.js';
import type { Side } from '#contracts/symbol.ts';

/** The formulas of the trading rules as they are printed, for XRPUSDT. Nothing of the product's own arithmetic is used. */
const STEP = new Big('0.1');
const TICK = new Big('0.0001');
const KEPT = new Big('0.999');
/** The exchange's own minimum of an order, counter units. */
export const LEAST = 5;

const down = (unit: Big, amount: Big): Big => amount.div(unit).round(0, 0).times(unit);
const up = (unit: Big, amount: Big): Big => amount.div(unit).round(0, 3).times(unit);
/** Floored: what a screen shows is never more than there is. */
export const below = (decimals: number, amount: Big): number => {
  const cut = amount.round(decimals, 0);
  return Number(cut.gt(amount) ? cut.minus(`1e-${decimals}`) : cut);
};

/** Values go over the wire with eight decimals, floored, a percentage with two. */
export const shownValue = (amount: Big): number => below(8, amount);
export const shownPercent = (share: Big): number => below(2, share.times(100));

export interface Entry {
  side: Side;
  quantity: Big;
  price: Big;
}
const cost = ({ quantity, price }: Entry): Big => quantity.times(price);

/** Rule 1. */
export const quantityFor = (total: number, price: number): Big => down(STEP, new Big(total).div(price));

/** Rule 7: `free` and `mainFree` are of the asset that the deal spends. */
export function copyQuantity(main: Entry, of: { mainFree: number; free: number }): Big {
  const spent = main.side === 'buy' ? cost(main) : main.quantity;
  const share = spent.div(of.mainFree).times(of.free);
  return down(STEP, main.side === 'buy' ? share.div(main.price) : share);
}
/** Rule 7, as the sentence says it: to the cent, up. */
export const smallestFollower = (main: Entry, mainFree: number): string =>
  new Big('1.05').times(LEAST).times(mainFree).div(cost(main)).round(2, 3).toFixed();

/** Rule 2: what a purchase holds after its fee, and what of it no step holds. */
const netOf = ({ quantity }: Entry): Big => quantity.times(KEPT);
export const sellable = (entry: Entry): Big => down(STEP, netOf(entry));
export const dust = (entry: Entry): number => Number(netOf(entry).minus(sellable(entry)));
export const breakEven = (entry: Entry): Big => up(TICK, cost(entry).div(sellable(entry).times(KEPT)));

/** Rule 3. */
export const deepestStop = (entry: Entry): number => Number(up(TICK, new Big(LEAST).div(sellable(entry))));
/** Rule 3: what an entry must be worth for a stop at so much of its price. */
export const totalForStop = (ratio: number): Big => new Big(LEAST).div(KEPT.times(ratio));

/** Rule 5: base units that a target at `price` trades. */
export function targetQuantity(entry: Entry, earns: boolean, price: number): Big {
  if (entry.side === 'buy') return earns ? sellable(entry) : up(STEP, cost(entry).div(KEPT.times(price)));
  return earns ? up(STEP, entry.quantity.div(KEPT)) : down(STEP, cost(entry).times(KEPT).div(price));
}

/** Rule 5: what `traded` base units at `price` earn, in counter currency or in base. */
export function profit(entry: Entry, earns: boolean, { traded, price }: { traded: Big; price: number }): Big {
  const worth = traded.times(price);
  if (entry.side === 'buy') return earns ? worth.times(KEPT).minus(cost(entry)) : netOf(entry).minus(traded);
  return earns ? cost(entry).times(KEPT).minus(worth) : traded.times(KEPT).minus(entry.quantity);
}
export const percent = (entry: Entry, earns: boolean, earned: Big): Big =>
  earned.div(earns ? cost(entry) : entry.quantity);

/** Rule 6: the one quantity of a list, and what its take profit trades outside it where the exchange takes so little. */
export function listOf(entry: Entry, earns: boolean, targets: { takeProfit: number; stopLoss: number }) {
  const [one, other] = [targets.takeProfit, targets.stopLoss].map((price) => targetQuantity(entry, earns, price));
  const [takeProfit, stopLoss] = [one ?? new Big(0), entry.side === 'buy' ? sellable(entry) : (other ?? new Big(0))];
  const quantity = takeProfit.lt(stopLoss) ? takeProfit : stopLoss;
  const legal = (rest: Big, price: number) => (rest.times(price).gte(LEAST) ? rest : new Big(0));
  return {
    quantity,
    takeProfitRest: legal(takeProfit.minus(quantity), targets.takeProfit),
    stopLossRest: legal(stopLoss.minus(quantity), targets.stopLoss),
  };
}

/** Rule 6: counter currency that a sell block's stop needs beyond what the sale brought in. */
export const reserve = (entry: Entry, stopLoss: number): Big =>
  targetQuantity(entry, true, stopLoss).times(stopLoss).minus(cost(entry).times(KEPT));
