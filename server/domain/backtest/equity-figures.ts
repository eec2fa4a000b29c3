import { DAY } from '#contracts/rules/time.ts';

/** What a run was worth at the end of each day, in the currency that it earns; the first value is what it was given. */
export interface EquityFigures {
  /** As a part: 0.05 is 5%. */
  return: number;
  /** The deepest fall from a peak, as a part of the peak; zero or more. */
  worstDrawdown: number;
  /** Positions of the peak and of the lowest value after it; null where nothing fell. */
  drawdownAt: { peak: number; low: number } | null;
  /** The longest row of days that ended below an earlier one. */
  daysUnderWater: number;
  /** Mean of the daily returns. */
  meanDay: number;
  /** Null where the returns do not differ. */
  sharpe: number | null;
  /** Null where no day lost. */
  sortino: number | null;
  /** The lowest daily return. */
  worstDay: number;
}

const DAYS_A_YEAR = 365;

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The deepest fall from a peak, as a part of it, with the positions of both; the longest time below an earlier value. */
export function drawdown(values: readonly number[] | Float64Array) {
  let [peak, peakAt, worst, longest] = [values[0] ?? 0, 0, 0, 0];
  let at: EquityFigures['drawdownAt'] = null;
  for (const [day, value] of values.entries()) {
    if (value >= peak) [peak, peakAt] = [value, day];
    longest = Math.max(longest, day - peakAt);
    const fall = (peak - value) / peak;
    if (fall <= worst) continue;
    worst = fall;
    at = { peak: peakAt, low: day };
  }
  return { worst, at, longest };
}

/**
 * Sharpe: mean over deviation (n − 1) of daily returns, without interest, times √365. Sortino: the same with the root
 * of the mean of min(0, return)² over all days. Statistics, hence doubles. Needs two values or more.
 */
export function equityFigures(values: readonly number[]): EquityFigures {
  const returns = values.slice(1).map((value, day) => value / (values[day] ?? value) - 1);
  const mean = meanOf(returns);
  const deviation = Math.sqrt(returns.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (returns.length - 1));
  const downside = Math.sqrt(meanOf(returns.map((each) => Math.min(0, each) ** 2)));
  const yearly = (spread: number): number | null => (spread > 0 ? (mean / spread) * Math.sqrt(DAYS_A_YEAR) : null);
  const { worst, at, longest } = drawdown(values);
  return {
    return: (values.at(-1) ?? 0) / (values[0] ?? 1) - 1,
    worstDrawdown: worst,
    drawdownAt: at,
    daysUnderWater: longest,
    meanDay: mean,
    sharpe: yearly(deviation),
    sortino: yearly(downside),
    worstDay: Math.min(...returns),
  };
}

/** The last value of each UTC day, after what was given at the start. */
export function dailyValues(given: number, points: Iterable<{ time: number; value: number }>): number[] {
  const values = new Map<number, number>();
  for (const { time, value } of points) values.set(Math.floor(time / DAY), value);
  return [given, ...values.values()];
}
