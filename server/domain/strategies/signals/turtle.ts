import { Big } from 'big.js';
import { max, min, ONE } from '#contracts/rules/decimal.ts';
import { ceilTo, floorTo } from '#contracts/rules/steps.ts';
import type { PairRules } from './pair-rules.ts';

export interface TurtleBar {
  high: Big;
  low: Big;
}

export interface TurtleSettings {
  /** Counter units that the bot was given. */
  given: Big;
  /** Of what was given, that one unit may lose at its stop, as a fraction. */
  risk: Big;
  /** Most units, 1 to 4. */
  units: number;
}

/** Bars of the breakout, and of the exit. */
const ENTRY_BARS = 20;
const EXIT_BARS = 10;
/** Above the trigger; what jumps further is not bought. */
const FURTHEST = new Big('1.005');
/** Distances from an entry, in N: to the next addition, and to the stop. */
const NEXT_AFTER = new Big('0.5');
const STOP_AFTER = new Big(2);

export interface Breakout {
  trigger: Big;
  limit: Big;
}

/** PB-9: the order that buys when the price leaves the last 20 bars upward; null before there are so many (PB-10). */
export function breakoutOf(bars: readonly TurtleBar[], { tick }: Pick<PairRules, 'tick'>): Breakout | null {
  const [first, ...others] = bars.slice(-ENTRY_BARS).map(({ high }) => high);
  if (!first || others.length < ENTRY_BARS - 1) return null;
  return orderAt(ceilTo(tick, max(first, ...others).plus(tick)), tick);
}

/** PB-9: an order that waits for this price, with the limit that it becomes. */
export const orderAt = (trigger: Big, tick: Big): Breakout => ({
  trigger,
  limit: floorTo(tick, trigger.times(FURTHEST)),
});

export interface Unit {
  /** Base units; each is what this bound alone allows. */
  byRisk: Big;
  byCapital: Big;
  quantity: Big;
}

/** PB-9: how much one unit is. `n`: average true range, counter units. */
export function unitOf(settings: TurtleSettings, { n, trigger }: { n: Big; trigger: Big }, rules: PairRules): Unit {
  const { given, risk, units } = settings;
  const lossPerCoin = n.times(STOP_AFTER).plus(trigger.times(rules.fee).times(2));
  const byRisk = floorTo(rules.step, given.times(risk).div(lossPerCoin));
  const byCapital = floorTo(rules.step, given.div(units).div(trigger));
  return { byRisk, byCapital, quantity: min(byRisk, byCapital) };
}

/** PB-9: where unit 0, 1, … is bought: half of N above the one before. */
export const additionOf = (first: Big, { n, unit }: { n: Big; unit: number }, { tick }: PairRules): Breakout =>
  orderAt(ceilTo(tick, first.plus(n.times(NEXT_AFTER).times(unit))), tick);

/** PB-9: the stop of all units, from the last one's entry; never below the stop that there is. */
export function turtleStop(
  { entry, n }: { entry: Big; n: Big },
  before: Big | null,
  { tick }: Pick<PairRules, 'tick'>,
): Big {
  const stop = floorTo(tick, entry.minus(n.times(STOP_AFTER)));
  return before ? max(before, stop) : stop;
}

/** PB-9: the lowest low of the last 10 bars, at which all is sold; null before there are so many. */
export function exitChannel(bars: readonly TurtleBar[], { tick }: Pick<PairRules, 'tick'>): Big | null {
  const [first, ...others] = bars.slice(-EXIT_BARS).map(({ low }) => low);
  return !first || others.length < EXIT_BARS - 1 ? null : floorTo(tick, min(first, ...others));
}

/** What one unit earns if it is sold at its stop, before its coins are rounded to whole steps; counter units. */
export const unitResult = (quantity: Big, { entry, stop }: { entry: Big; stop: Big }, { fee }: PairRules): Big =>
  quantity.times(stop).times(ONE.minus(fee).pow(2)).minus(quantity.times(entry));
