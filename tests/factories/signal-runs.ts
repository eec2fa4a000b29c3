import * as z from 'zod/mini';
import { BotPlan } from '../../server/contracts/bot-settings.ts';
import { MINUTE } from '../../server/contracts/rules/time.ts';
import { type Bars, barsOf } from '../../server/domain/backtest/bars.ts';
import type { ReplaySettings } from '../../server/domain/backtest/replay-run.ts';
import type { SignalBars } from '../../server/domain/backtest/signal-bars.ts';
import { planRun } from '../../server/domain/strategies/rounds/plan-run.ts';
import { type BarSettings, signalSettingsOf } from '../../server/domain/strategies/signals/run-settings.ts';
import { FLOW } from './bot-settings.ts';
import { XRP } from './matching-world.ts';
import { exchangePair } from './past-bars.ts';
import { CLOSES, TAKER_BOUGHT, VOLUMES } from './worked-bars.ts';
import { big, rules } from './worked-grids.ts';

export const LENGTH = 5 * MINUTE;

export function planOf(more: Partial<Record<keyof typeof FLOW, unknown>> = {}) {
  const plan = z.parse(BotPlan, { type: 'smart-money', settings: { ...FLOW, interval: '5m', ...more } });
  if (plan.type !== 'smart-money') throw new Error('It is another type.');
  return plan;
}

export function barSettings(more: Parameters<typeof planOf>[0] = {}): BarSettings {
  const { bars } = signalSettingsOf(planOf(more).settings, planOf(more).settings);
  if (!bars) throw new Error('No bars open its deals.');
  return bars;
}

interface Rows {
  closes: readonly number[];
  volumes: readonly number[];
  bought: readonly number[];
}
export const WORKED: Rows = { closes: CLOSES, volumes: VOLUMES, bought: TAKER_BOUGHT };

/** Bars that follow each other from time 0; a volume below zero is none. */
export function signalBars({ closes, volumes, bought }: Rows, interval = LENGTH): SignalBars {
  const kept = volumes.flatMap((volume, at) => (volume < 0 ? [] : [at]));
  const column = (of: (at: number) => number) => Float64Array.from(kept, of);
  return {
    interval,
    times: column((at) => at * interval),
    high: column((at) => closes[at] ?? 0),
    low: column((at) => closes[at] ?? 0),
    close: column((at) => closes[at] ?? 0),
    volume: column((at) => volumes[at] ?? 0),
    takerBought: column((at) => bought[at] ?? 0),
  };
}

/** The bar number 38 stands out. */
export const ENDS = 39 * LENGTH;
/** The run begins with the bar before. */
export const START = 38 * LENGTH;

export function settingsOf(more: Parameters<typeof planOf>[0] = {}, since = START): ReplaySettings {
  const plan = planOf(more);
  const deals = {
    ...signalSettingsOf(plan.settings, plan.settings),
    bars: barSettings(more),
    since,
    pair: exchangePair,
  };
  return {
    plan: planRun(plan, big('0.53'), rules),
    deals,
    pair: { ...XRP, priceBand: null },
    rules,
    touchFill: 'whole',
    slippage: big(0),
    spread: big(0),
    volumeShare: null,
    stop: { below: null, above: null, gain: null, loss: null, at: null },
    endings: { below: 'sell', above: 'sell', gain: 'sell', loss: 'sell', at: 'sell' },
  };
}

/** A minute at each price, from the start on. */
export const minutesAt = (prices: readonly number[], signals = signalBars(WORKED), start = START) => ({
  ...barsOf(
    MINUTE,
    prices.map((price, at) => ({
      time: start + at * MINUTE,
      open: price,
      high: price,
      low: price,
      close: price,
      volume: 1e6,
    })),
  ),
  signals,
});
export const still = (price: number, count: number): number[] => Array.from({ length: count }, () => price);

/** The same without the bars from this position to before the other one. */
export function withoutBars<Of extends Bars>(bars: Of, from: number, to: number): Of {
  const kept = [...bars.times.keys()].filter((at) => at < from || at >= to);
  const column = (values: Float64Array) => Float64Array.from(kept, (at) => values[at] ?? 0);
  return {
    ...bars,
    times: column(bars.times),
    open: column(bars.open),
    high: column(bars.high),
    low: column(bars.low),
    close: column(bars.close),
    volume: column(bars.volume),
  };
}
