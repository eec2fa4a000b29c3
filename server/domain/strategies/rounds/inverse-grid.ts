import { Big } from 'big.js';
import { ceilTo, floorTo } from '#contracts/rules/steps.ts';
import type { Rung } from './grid-levels.ts';
import type { GridLevel, GridRules } from './level.ts';

/** T-3: the least that is taken for the coins sold at the start, by the market. */
const START_BELOW_MARKET = new Big('0.995');

export interface InverseGrid {
  /** Coins of each level, base units. */
  perLevel: Big;
  levels: GridLevel[];
  /** Sold at the start by one limit order that is canceled where it does not fill; quantity 0 for none. */
  startOrder: { quantity: Big; price: Big };
}

interface InverseSettings {
  rungs: readonly Rung[];
  /** Base units that the run is given. */
  coins: Big;
  /** Last price. */
  market: Big;
}

/** T-3: starts with coins and earns the coin. Levels that buy first sell their coins at the start and buy back lower. */
export function inverseGrid({ rungs, coins, market }: InverseSettings, { step, tick }: GridRules): InverseGrid {
  const quantity = floorTo(step, coins.div(rungs.length));
  const levels = rungs.map((rung): GridLevel => ({
    ...rung,
    cycleOpensBy: 'sell',
    buys: { by: 'holdings' },
    sells: { by: 'fixed', quantity },
    repeat: true,
  }));
  const buyFirst = rungs.filter(({ startsBy }) => startsBy === 'buy').length;
  return {
    perLevel: quantity,
    levels,
    startOrder: { quantity: quantity.times(buyFirst), price: ceilTo(tick, market.times(START_BELOW_MARKET)) },
  };
}
