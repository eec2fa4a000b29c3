import type { BotPlan } from '#contracts/bot-settings.ts';
import { type BacktestInterval, INTERVAL_MS } from '#contracts/rules/backtest-limits.ts';
import type { Bars } from '../../../domain/backtest/bars.ts';
import type { SignalBars } from '../../../domain/backtest/signal-bars.ts';
import { barsNeeded, breakoutBars } from '../../../domain/strategies/rounds/breakout-deals.ts';
import { type BarSettings, barSettingsOf } from '../../../domain/strategies/signals/run-settings.ts';

/** A time of one pair in bars that signals go by. */
export interface SignalsOf {
  interval: BacktestInterval;
  from: number;
  to: number;
}

const goesByBars = (plan: BotPlan) => plan.type === 'smart-money' || plan.type === 'smart-money-turtle';

/** The bars that it goes by, and how many of them it looks back. */
function barSettings(plan: BotPlan): { of: BarSettings; back: number } | null {
  if (!goesByBars(plan)) return null;
  const of = barSettingsOf(plan.settings);
  return { of, back: plan.type === 'smart-money' ? barsNeeded(of) : breakoutBars(of) };
}

/** Whether bars of this length are longer than those that its signals go by. */
export const areTooLong = (plan: BotPlan, interval: BacktestInterval): boolean =>
  INTERVAL_MS[interval] > (barSettings(plan)?.of.length ?? Infinity);

/** Why such a run cannot go over bars of this length; null where it can. */
export function signalsFault(plan: BotPlan, interval: BacktestInterval): string | null {
  if (!goesByBars(plan)) return null;
  const { interval: own } = plan.settings;
  return areTooLong(plan, interval) ? `Its signals are bars of ${own}. Choose bars of ${own} or shorter ones.` : null;
}

/** PB-8, PB-9, K-6: the same bars, with those that signals go by, and as many before them as these look back. */
export async function withSignals(
  bars: Bars,
  plan: BotPlan,
  read: (of: SignalsOf) => Promise<SignalBars>,
): Promise<Bars> {
  const settings = barSettings(plan);
  const [first, last] = [bars.times[0], bars.times.at(-1)];
  if (!settings || first === undefined || last === undefined) return bars;
  const { of, back } = settings;
  const time = { from: Math.max(0, first - (back + 1) * of.length), to: last + bars.interval };
  return { ...bars, signals: await read({ interval: of.interval, ...time }) };
}
