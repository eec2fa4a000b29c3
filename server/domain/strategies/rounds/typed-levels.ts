import type { Big } from 'big.js';
import { ONE } from '#contracts/rules/decimal.ts';
import type { Side } from '#contracts/rules/side.ts';
import { ceilTo, floorTo } from '#contracts/rules/steps.ts';
import type { GridLevel, GridRules } from './level.ts';

export interface TypedLevel {
  /** Which of its two legs comes first. */
  first: Side;
  /** Earns counter currency, else the coin. */
  counterEarning: boolean;
  buy: Big;
  sell: Big;
  /** Counter units that a cycle moves. */
  invest: Big;
  repeat: boolean;
}

/** Coins that, sold at this price, bring back what was spent, fees included. */
const bringsBack = (spent: Big, price: Big, { step, fee }: GridRules): Big =>
  ceilTo(step, spent.div(price.times(ONE.minus(fee))));

/** Coins that, bought, leave this many after the fee. */
export const replaces = (sold: Big, { step, fee }: GridRules): Big => ceilTo(step, sold.div(ONE.minus(fee)));

/** T-7: one level whose first leg trades so many coins, in the four ways of earning. */
export function levelOfCoins(
  { first, counterEarning, buy, sell, repeat }: Omit<TypedLevel, 'invest'>,
  quantity: Big,
  rules: GridRules,
): GridLevel {
  const level = { number: 1, buyPrice: buy, sellPrice: sell, startsBy: first, cycleOpensBy: first, repeat };
  if (first === 'buy') {
    const sold = bringsBack(quantity.times(buy), sell, rules);
    return {
      ...level,
      buys: { by: 'fixed', quantity },
      sells: counterEarning ? { by: 'holdings' } : { by: 'fixed', quantity: sold },
    };
  }
  return {
    ...level,
    sells: { by: 'fixed', quantity },
    buys: counterEarning ? { by: 'fixed', quantity: replaces(quantity, rules) } : { by: 'holdings' },
  };
}

/** T-7: one level as typed. */
export const typedLevel = ({ invest, ...typed }: TypedLevel, rules: GridRules): GridLevel =>
  levelOfCoins(typed, floorTo(rules.step, invest.div(typed.first === 'buy' ? typed.buy : typed.sell)), rules);

export interface StepSettings {
  /** Last price at the start. */
  market: Big;
  /** Base units. */
  coins: Big;
  steps: number;
  /** How far each sale is above the one before, and each purchase below its sale, as fractions. */
  up: Big;
  back: Big;
  counterEarning: boolean;
  repeat: boolean;
}

/** T-6: sells in steps above the market, and buys each step back below its sale. */
export function stepLevels(settings: StepSettings, rules: GridRules): GridLevel[] {
  const { market, coins, steps, up, back, counterEarning, repeat } = settings;
  const part = floorTo(rules.step, coins.div(steps));
  return Array.from({ length: steps }, (_, at) => {
    const isLast = at === steps - 1;
    const quantity = isLast ? floorTo(rules.step, coins.minus(part.times(steps - 1))) : part;
    const sellPrice = ceilTo(rules.tick, market.times(up.times(at + 1).plus(1)));
    return {
      number: at + 1,
      buyPrice: floorTo(rules.tick, sellPrice.times(ONE.minus(back))),
      sellPrice,
      startsBy: 'sell',
      cycleOpensBy: 'sell',
      buys: counterEarning ? { by: 'fixed', quantity: replaces(quantity, rules) } : { by: 'holdings' },
      sells: { by: 'fixed', quantity },
      repeat,
    };
  });
}
