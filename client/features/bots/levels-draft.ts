import { Big } from 'big.js';
import type { Levels } from '#contracts/bots.ts';
import { earned } from '#contracts/rules/earning.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { readPositive } from '../../lib/read-positive.ts';

/** Levels while being typed. */
export type LevelsDraft = Omit<Levels, 'buy' | 'sell' | 'invest'> & { buy: string; sell: string; invest: string };

export type LevelsFaults = Partial<Record<'buy' | 'sell' | 'invest', string>>;

export const draftOf = (levels: Levels): LevelsDraft => ({
  ...levels,
  buy: levels.buy.toFixed(),
  sell: levels.sell.toFixed(),
  invest: levels.invest.toFixed(),
});

export const emptyDraft: LevelsDraft = {
  order: 'buy-sell',
  baseCurrency: 'XRP',
  counterCurrency: 'USDT',
  counterEarning: true,
  buy: '',
  sell: '',
  invest: '',
  repeat: false,
};

/** The levels, or errors by field. */
export function readLevels(draft: LevelsDraft): { levels: Levels } | { faults: LevelsFaults } {
  const [buy, sell, invest] = [readPositive(draft.buy), readPositive(draft.sell), readPositive(draft.invest)];
  const faults: LevelsFaults = {
    ...(buy ? {} : { buy: 'Enter a price to buy at' }),
    ...(sell ? {} : { sell: 'Enter a price to sell at' }),
    ...(invest ? {} : { invest: 'Enter the amount of a round' }),
  };
  if (!buy || !sell || !invest) return { faults };
  if (sell.lte(buy)) return { faults: { sell: 'Must be above the price to buy at' } };
  return { levels: { ...draft, buy, sell, invest } };
}

const USUAL_FEE = new Big('0.001');
const FINEST_STEP = new Big('0.00000001');

/** Profit of one round after fees, in the earned currency. */
export function roundResult(levels: Levels): Big {
  const { order, buy, sell, invest, counterEarning } = levels;
  const [entryPrice, exitPrice] = order === 'buy-sell' ? [buy, sell] : [sell, buy];
  const quantity = floorTo(FINEST_STEP, invest.div(entryPrice));
  const entry = { side: order === 'buy-sell' ? 'buy' : 'sell', quantity, counter: quantity.times(entryPrice) } as const;
  return earned(entry, { counterEarning, fee: USUAL_FEE, step: FINEST_STEP }, exitPrice).profit;
}
