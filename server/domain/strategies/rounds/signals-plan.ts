import type { Big } from 'big.js';
import { ONE, ZERO } from '#contracts/rules/decimal.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { exitsFrom } from '../signals/signal-deals.ts';
import { amountAtStart, signalDealsOf, type TypedDeals } from '../signals/signal-settings.ts';
import type { GridLevel, GridRules } from './level.ts';
import type { RunPlan } from './run-plan.ts';

/** A start trades nothing: one level shows a deal as it would be at this market. */
export function signalsPlan(settings: TypedDeals, market: Big, rules: GridRules): RunPlan {
  const deals = signalDealsOf(settings);
  const amount = amountAtStart(settings);
  const quantity = floorTo(rules.step, amount.div(market));
  const level: GridLevel = {
    number: 1,
    buyPrice: market,
    sellPrice: exitsFrom(market, deals, rules).takeProfit ?? market,
    startsBy: 'buy',
    cycleOpensBy: 'buy',
    buys: { by: 'fixed', quantity },
    sells: { by: 'fixed', quantity: floorTo(rules.step, quantity.times(ONE.minus(rules.fee))) },
    repeat: false,
  };
  return {
    lines: [],
    levels: [level],
    startOrder: null,
    given: { base: ZERO, counter: settings.invest },
    counterEarning: true,
    unit: amount,
  };
}
