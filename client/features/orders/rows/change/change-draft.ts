import type { Big } from 'big.js';
import type { OrderBlock } from '#contracts/order-block.ts';
import { grouped } from '#contracts/rules/decimal.ts';
import { readNumber } from '#contracts/rules/number-input.ts';
import { isLargeEnough, leastOrder } from '#contracts/rules/order-total.ts';
import { wrongWay } from '#contracts/rules/price-distance.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { exitsFault } from '#contracts/rules/target-bounds.ts';
import { targetPrice } from '../../targets.ts';

export interface ReadChange {
  price: Big | null;
  /** On the step. */
  quantity: Big | null;
  priceFault: string | null;
  quantityFault: string | null;
}

/** Why a price is none for this entry; null if it is one. Its targets lie about it. */
export function priceFault(block: OrderBlock, price: Big | null): string | null {
  const { counterStepSize: tick, counterCurrency } = block.symbol;
  if (!price?.gt(0)) return 'Enter a price.';
  if (price.lt(tick)) return `The price is below the smallest step of ${tick.toFixed()} ${counterCurrency}.`;
  if (!price.mod(tick).eq(0)) return `The price must be a multiple of ${tick.toFixed()}.`;
  const desired = { takeProfit: targetPrice(block, 'takeProfit'), stopLoss: targetPrice(block, 'stopLoss') };
  return exitsFault(desired, { side: block.section, market: price, tick }, null);
}

function quantityFault(block: OrderBlock, quantity: Big | null, price: Big): string | null {
  const { symbol, firstFilledQuantity: filled } = block;
  const { baseCurrency: base, counterCurrency: counter } = symbol;
  if (!quantity?.gt(0)) return 'Enter an amount.';
  if (quantity.lte(filled)) return `${grouped(filled)} ${base} of it are filled already: enter more than that.`;
  const left = quantity.minus(filled);
  if (isLargeEnough({ quantity: left, cost: left.times(price) }, symbol)) return null;
  const least = leastOrder(price, symbol);
  const rest = filled.gt(0) ? 'The smallest order for the rest' : 'Smallest order here';
  return `${rest}: ${grouped(least.total)} ${counter} (${grouped(least.quantity)} ${base}).`;
}

const WRONG_DECIMALS = 2;

/** Says what a price far on the wrong side of the market would cost; null where the price is not. */
export function wrongWayText(
  { section: side, symbol, firstFilledQuantity }: OrderBlock,
  { price, quantity }: { price: Big; quantity: Big },
  market: Big,
): string | null {
  const wrong = wrongWay({ side, price, quantity: quantity.minus(firstFilledQuantity) }, market);
  if (!wrong) return null;
  const cost = `${grouped(wrong.cost, symbol.counterAmountDecimals)} ${symbol.counterCurrency}`;
  const place = `${wrong.percent.toFixed(WRONG_DECIMALS)}% ${side === 'buy' ? 'above' : 'below'} the market`;
  return `${place}: it gives away up to ${cost}.`;
}

/** What was typed, as the terms of the entry. */
export function readChange(block: OrderBlock, typed: { price: string; quantity: string }): ReadChange {
  const price = readNumber(typed.price);
  const amount = readNumber(typed.quantity);
  const quantity = amount && floorTo(block.symbol.baseQuantityStep, amount);
  const wrongPrice = priceFault(block, price);
  return {
    price,
    quantity,
    priceFault: wrongPrice,
    quantityFault: price && wrongPrice === null ? quantityFault(block, quantity, price) : null,
  };
}
