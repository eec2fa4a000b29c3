import type { Big } from 'big.js';
import { min, ONE, ZERO } from '#contracts/rules/decimal.ts';
import { isOrderable } from '#contracts/rules/least-order.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { boughtBy, resultAt } from '../averaging/addition-ladder.ts';
import type { UnitOrder } from '../deals/deal-facts.ts';
import type { GridLevel, GridRules } from './level.ts';
import type { RunPlan } from './run-plan.ts';
import { additionOf, type Breakout, type TurtleSettings, turtleStop, unitOf } from '../signals/turtle.ts';

/** PB-9, as a person types it: the amount in counter units, the risk in percent. */
export interface TypedTurtle {
  invest: Big;
  risk: Big;
  units: number;
  /** Where it would buy now, and N; left out while that is not known. */
  breakout?: Pick<UnitOrder, 'trigger' | 'range'> | null;
}

/** As rules compare them. */
export const turtleUnits = ({ risk, units, reinvest }: { risk: Big; units: number; reinvest: boolean }) => ({
  units: { risk: risk.div(100), units },
  reinvest,
});

export const turtleSettings = ({ invest, risk, units }: TypedTurtle): TurtleSettings => ({
  given: invest,
  risk: risk.div(100),
  units,
});

interface PlannedUnit extends Breakout {
  /** Base units. */
  quantity: Big;
  /** Of all units that are bought by then, counter units. */
  stop: Big;
}

/** PB-9: each unit as it would be bought from here, the first one first; less of the last where its limit costs more than what is left. */
export function plannedUnits(
  settings: TurtleSettings,
  { trigger, range: n }: Pick<UnitOrder, 'trigger' | 'range'>,
  rules: GridRules,
): PlannedUnit[] {
  const { quantity: whole } = unitOf(settings, { n, trigger }, rules);
  const units: PlannedUnit[] = [];
  let left = settings.given;
  let stop: Big | null = null;
  for (let unit = 0; unit < settings.units; unit += 1) {
    const at = additionOf(trigger, { n, unit }, rules);
    const quantity = min(whole, floorTo(rules.step, left.div(at.limit)));
    stop = turtleStop({ entry: at.trigger, n }, stop, rules);
    const sold = floorTo(rules.step, quantity.times(ONE.minus(rules.fee)));
    if (!isOrderable(sold, stop, rules)) break;
    units.push({ ...at, quantity, stop });
    left = left.minus(quantity.times(at.limit));
  }
  return units;
}

/** C-22: what is lost at most where units were bought at their limits and are sold at the stop of all; counter units. */
export function worstOfUnits(units: readonly PlannedUnit[], rules: GridRules): { price: Big; change: Big } {
  const results = units.map(({ stop }, at) => {
    const bought = boughtBy(
      units.slice(0, at + 1).map(({ limit: price, quantity }) => ({ price, quantity })),
      rules,
    );
    return { price: stop, change: resultAt(bought, stop, rules) };
  });
  return results.reduce((worst, one) => (one.change.lt(worst.change) ? one : worst), { price: ZERO, change: ZERO });
}

const levelOf = ({ trigger, quantity, stop }: PlannedUnit, at: number, { step, fee }: GridRules): GridLevel => ({
  number: at + 1,
  buyPrice: trigger,
  sellPrice: stop,
  startsBy: 'buy',
  cycleOpensBy: 'buy',
  buys: { by: 'fixed', quantity },
  sells: { by: 'fixed', quantity: floorTo(step, quantity.times(ONE.minus(fee))) },
  repeat: false,
});

/** A start trades nothing. Its units are those of a breakout from the bars of now; without these, one of the market, by its capital alone. */
export function turtlePlan(of: TypedTurtle, market: Big, rules: GridRules): RunPlan {
  const settings = turtleSettings(of);
  const amount = of.invest.div(of.units).round(2, 0);
  const byCapital = { trigger: market, limit: market, stop: market, quantity: floorTo(rules.step, amount.div(market)) };
  const units = of.breakout ? plannedUnits(settings, of.breakout, rules) : [byCapital];
  return {
    lines: of.breakout ? units.map(({ trigger }) => trigger) : [],
    levels: units.map((unit, at) => levelOf(unit, at, rules)),
    startOrder: null,
    given: { base: ZERO, counter: of.invest },
    counterEarning: true,
    unit: units[0] ? units[0].quantity.times(units[0].trigger) : ZERO,
  };
}
