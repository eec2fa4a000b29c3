import type { Big } from 'big.js';
import { min, ZERO } from '#contracts/rules/decimal.ts';
import { amountText, waitsForDeal, type WaitsForDeal } from '../averaging/next-deal.ts';
import type { DealRules, PlacedAddition } from '../deals/deal-facts.ts';
import { type FlowSignal, wholeBars } from '../signals/decide-bars.ts';
import type { PairRules } from '../signals/pair-rules.ts';
import { type BarSettings, barSettingsOf, dealLimitsOf, type SignalSettings } from '../signals/run-settings.ts';
import { firstUnit, type TurtleTerms } from '../signals/turtle-step.ts';
import type { TurtleSettings } from '../signals/turtle.ts';
import { BARS_COUNTED, isFilterOn, type RangeBar, type TurtleLevels, turtleLevels } from '../signals/turtle-levels.ts';
import type { SignalledRun } from './deal-of-signal.ts';
import { turtleUnits } from './turtle-plan.ts';

/** PB-9: a breakout opens a deal, which adds in units. */
export interface BreakoutSettings extends Pick<SignalSettings, 'limits' | 'repeat'> {
  by: 'breakout';
  units: Omit<TurtleSettings, 'given'>;
  /** Units are counted from profits as well. */
  reinvest: boolean;
  bars: BarSettings;
}

type Typed = Parameters<typeof turtleUnits>[0] &
  Parameters<typeof barSettingsOf>[0] &
  Omit<Parameters<typeof dealLimitsOf>[0], 'places'>;

export const breakoutSettings = (settings: Typed): BreakoutSettings => ({
  by: 'breakout',
  limits: dealLimitsOf({ ...settings, places: 1 }),
  repeat: true,
  ...turtleUnits(settings),
  bars: barSettingsOf(settings),
});

/** PB-10: whole bars from which on a bot decides. */
export const barsNeeded = ({ flow: { mean, look } }: BarSettings): number => mean + look;

/** Bars before its last decision that a breakout goes by. */
export const breakoutBars = (bars: BarSettings): number => Math.max(barsNeeded(bars), BARS_COUNTED);

/** What the bars up to the last one say, and its end, UTC epoch ms. */
export interface SeenBars {
  levels: TurtleLevels;
  until: number;
}

/** PB-9, PB-10: what the bars up to `until` say, and the signals that came with them. */
export function levelsOfBars(
  of: { bars: readonly RangeBar[]; signals: readonly FlowSignal[]; until: number },
  before: TurtleLevels | null,
  { bars: settings, tick }: { bars: BarSettings; tick: PairRules['tick'] },
): TurtleLevels {
  const bars = wholeBars(
    of.bars.filter(({ at }) => at <= of.until),
    settings.length,
  );
  const { signalAt, ...levels } = turtleLevels({ bars, signals: of.signals }, before, { tick });
  return bars.length < barsNeeded(settings) ? { signalAt, breakout: null, exit: null } : { signalAt, ...levels };
}

/** Where it buys while its filter is on, by the last bar. */
export function breakoutOf({ levels, until }: SeenBars, { flow, length }: BarSettings): TurtleLevels['breakout'] {
  return isFilterOn(levels, until, { look: flow.look, length }) ? levels.breakout : null;
}

/** PB-4: what units are counted from: what it was given, less what it has lost, and with profits where it may use them. */
const unitSettings = (
  { units, reinvest }: Pick<BreakoutSettings, 'units' | 'reinvest'>,
  { owned, given }: { owned: Big; given: Big },
): TurtleSettings => ({ ...units, given: reinvest ? owned : min(owned, given) });

/** What an open deal goes by, as the last bar has left it. `purse`: counter units. */
export const breakoutTerms = (
  settings: BreakoutSettings,
  seen: SeenBars | null,
  purse: { owned: Big; given: Big },
): TurtleTerms => ({
  settings: unitSettings(settings, purse),
  breakout: seen && breakoutOf(seen, settings.bars),
  exit: seen?.levels.exit ?? null,
});

export type DealOfBreakout =
  | { do: 'wait'; waits: WaitsForDeal }
  /** It has too little for a unit, as a sentence. */
  | { do: 'lack'; text: string }
  | { do: 'open'; unit: Pick<PlacedAddition, 'price' | 'quantity' | 'unit'> };

/** PB-9, PB-3, PB-6: what a run without an open deal does while its filter is on. */
export function dealOfBreakout(
  settings: BreakoutSettings,
  run: SignalledRun,
  { breakout, ...at }: { breakout: TurtleTerms['breakout']; last: Big | null; now: number; rules: DealRules },
): DealOfBreakout {
  const waits = waitsForDeal(run, settings, { ...at, openResult: ZERO });
  if (waits) return { do: 'wait', waits };
  const { counter } = run.owned;
  const terms = { settings: unitSettings(settings, { owned: counter, given: run.given }), breakout };
  const unit = firstUnit(terms, { rules: at.rules, free: counter.minus(run.locked) });
  if (unit) return { do: 'open', unit };
  const has = amountText(counter.round(2, 0));
  const text = `With ${has} ${run.currency} a unit would be too small to be sold at its stop. Copy it to start another with more.`;
  return { do: 'lack', text };
}
