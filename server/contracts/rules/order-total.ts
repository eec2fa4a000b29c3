import { Big } from 'big.js';
import { grouped, ZERO } from './decimal.ts';
import type { Pair } from '../markets.ts';
import { exactNumber } from '../money.ts';
import { averageOf, costOf, type Limit } from './ladder.ts';
import type { Side } from './side.ts';
import { ceilTo, floorTo } from './steps.ts';

/** What most accounts pay per trade. An estimate: what was really charged is booked from the fills. */
export const ESTIMATED_FEE = new Big('0.001');

/** The total as the form shows it: price × quantity, cut to the decimals of the counter currency's amounts. */
export const orderTotal = (price: Big, quantity: Big, decimals: number): Big =>
  price.times(quantity).round(decimals, 0);

/** The most base units, in whole steps, that `total` pays at `price`. */
export function quantityForTotal(total: Big, price: Big, step: Big): Big {
  if (price.lte(0)) return ZERO;
  const quantity = floorTo(step, total.div(price));
  return quantity.times(price).gt(total) ? quantity.minus(step) : quantity;
}

/** A buy's price goes down to the tick, a sell's up: never worse than what was asked for. */
export const priceOnTick = (side: Side, price: Big, tick: Big): Big =>
  side === 'buy' ? floorTo(tick, price) : ceilTo(tick, price);

const DOUBLE_DIGITS = 15;

/**
 * The counter quantity that orders exactly `quantity`: their product, or just above it where a JSON number cannot hold
 * the product, which the server's rounding down to the step takes off again.
 */
export function counterQuantityFor(price: Big, quantity: Big): Big {
  const product = price.times(quantity);
  try {
    exactNumber(product);
    return product;
  } catch {
    return product.prec(DOUBLE_DIGITS, 3);
  }
}

type Steps = Pick<
  Pair,
  'baseCurrency' | 'counterCurrency' | 'baseQuantityStep' | 'counterStepSize' | 'minCounterQuantity'
>;
interface Entry {
  side: Side;
  price: Big;
  quantity: Big;
  /** Rate taken off what each trade brings in; left out, the estimate. */
  fee?: Big;
  /** Placed as these instead of one order; left out, one. */
  limits?: readonly Limit[];
}

export interface Receipt {
  /** As they will be placed: on the pair's steps. Of several limits the price is their average. */
  price: Big;
  quantity: Big;
  limits?: readonly Limit[];
  /** Counter currency that a buy spends, or a sell brings in before its fee. */
  cost: Big;
  /** Charged on what is received. */
  fee: Big;
  feeCurrency: string;
  /** Where both trades' fees are earned back; null where too little remains to trade back. */
  breakEven: Big | null;
}

function breakEvenOf(
  { side, cost, quantity, fee }: { side: Side; cost: Big; quantity: Big; fee: Big },
  pair: Steps,
): Big | null {
  const { baseQuantityStep: step, counterStepSize: tick } = pair;
  const kept = new Big(1).minus(fee);
  if (side === 'buy') {
    const sellable = floorTo(step, quantity.times(kept));
    return sellable.gt(0) ? ceilTo(tick, cost.div(sellable.times(kept))) : null;
  }
  const boughtBack = ceilTo(step, quantity.div(kept));
  return boughtBack.gt(0) ? floorTo(tick, cost.times(kept).div(boughtBack)) : null;
}

/** What an entry comes to once it is on the pair's steps (trading rules 1 and 2). */
export function entryReceipt(entry: Entry, pair: Steps): Receipt {
  const { limits } = entry;
  const price = limits ? averageOf(limits) : priceOnTick(entry.side, entry.price, pair.counterStepSize);
  const quantity = floorTo(pair.baseQuantityStep, entry.quantity);
  const cost = limits ? costOf(limits) : price.times(quantity);
  const fee = entry.fee ?? ESTIMATED_FEE;
  return {
    price,
    quantity,
    cost,
    fee: (entry.side === 'buy' ? quantity : cost).times(fee),
    feeCurrency: entry.side === 'buy' ? pair.baseCurrency : pair.counterCurrency,
    breakEven: breakEvenOf({ side: entry.side, cost, quantity, fee }, pair),
    ...(limits ? { limits } : {}),
  };
}

const TOO_SMALL = 'Total value of the order should be more than 6USDT';

/** The smallest order that a pair takes at `price`, in base and in counter currency. */
export function leastOrder(price: Big, { baseQuantityStep, minCounterQuantity }: Steps): { quantity: Big; total: Big } {
  const quantity = ceilTo(baseQuantityStep, minCounterQuantity.div(price));
  return { quantity, total: quantity.times(price) };
}

/** Whether an order is large enough, once it is on the pair's steps. */
export const isLargeEnough = ({ quantity, cost }: Pick<Receipt, 'quantity' | 'cost'>, pair: Steps): boolean =>
  quantity.gt(0) && cost.gte(pair.minCounterQuantity);

export const stepFault = (price: Big, { counterStepSize, counterCurrency }: Steps): string | null =>
  price.gt(0) ? null : `The price is below the smallest step of ${counterStepSize.toFixed()} ${counterCurrency}.`;

/** Why an entry cannot be placed, as a sentence; null when it can. Checked after rounding (trading rule 1). */
export function entryFault(order: Pick<Receipt, 'price' | 'quantity' | 'cost'>, pair: Steps): string | null {
  const fault = stepFault(order.price, pair);
  if (fault !== null || isLargeEnough(order, pair)) return fault;
  const { quantity, total } = leastOrder(order.price, pair);
  const { baseCurrency: base, counterCurrency: counter } = pair;
  return `${TOO_SMALL}. Smallest order here: ${grouped(total)} ${counter} (${grouped(quantity)} ${base}).`;
}
