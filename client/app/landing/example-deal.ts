import { Big } from 'big.js';
import { earned } from '#contracts/rules/earning.ts';

const STEP = new Big('0.1');
const FEE = new Big('0.001');
const SPENT = 100;
const PRICE_DECIMALS = 4;

/** Used until a live price arrives. */
export const USUAL_PRICE = new Big('0.4168');

const times = (price: Big, factor: string) => price.times(factor).round(PRICE_DECIMALS);

export interface ExampleDeal {
  now: Big;
  entry: Big;
  stopLoss: Big;
  takeProfit: Big;
  quantity: Big;
  /** Return after fees if closed at the current price. */
  percent: Big;
  /** Position of the price between stop loss and take profit, 0 to 100. */
  place: number;
}

/** A buy that is slightly in profit: its entry lies below the price when the page was opened. */
export function exampleDeal(opened: Big, now: Big): ExampleDeal {
  const entry = times(opened, '0.985');
  const stopLoss = times(entry, '0.97');
  const takeProfit = times(entry, '1.05');
  const quantity = new Big(SPENT).div(entry).round(1, Big.roundDown);
  const bought = { side: 'buy', quantity, counter: quantity.times(entry) } as const;
  const { percent } = earned(bought, { counterEarning: true, fee: FEE, step: STEP }, now);
  const place = now.minus(stopLoss).div(takeProfit.minus(stopLoss)).times(100).toNumber();
  return { now, entry, stopLoss, takeProfit, quantity, percent, place: Math.min(100, Math.max(0, place)) };
}
