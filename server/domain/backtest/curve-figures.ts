import { DAY } from '#contracts/rules/time.ts';
import type { Bars } from './bars.ts';
import { drawdown, equityFigures } from './equity-figures.ts';

/** Under so many days Sharpe and Sortino say nothing. */
const FEWEST_DAYS = 30;

/** What a run was worth at each bar's close, in the currency that it earns. */
export interface WorthCurve {
  bars: Pick<Bars, 'times' | 'interval'>;
  /** At the start. */
  given: number;
  curve: Float64Array;
}

interface Day {
  /** UTC epoch ms of its beginning. */
  day: number;
  value: number;
}

/** The last value of each UTC day. */
function daysOf({ bars: { times }, curve }: WorthCurve): Day[] {
  const days: Day[] = [];
  for (const [at, value] of curve.entries()) {
    const day = Math.floor((times[at] ?? 0) / DAY) * DAY;
    const last = days.at(-1);
    if (last?.day === day) last.value = value;
    else days.push({ day, value });
  }
  return days;
}

/** '2026-11' with what it brought in, in the currency that the run earns. */
export interface Month {
  month: string;
  total: number;
  /** Of the value at its beginning. */
  return: number;
}

export function monthsOf(of: WorthCurve): Month[] {
  const months: (Month & { begin: number })[] = [];
  let before = of.given;
  for (const { day, value } of daysOf(of)) {
    const month = new Date(day).toISOString().slice(0, 7);
    const last = months.at(-1);
    if (last?.month !== month) months.push({ month, begin: before, total: 0, return: 0 });
    const now = months.at(-1);
    if (now) [now.total, now.return] = [value - now.begin, value / now.begin - 1];
    before = value;
  }
  return months.map(({ begin: _begin, ...month }) => month);
}

/** what follows from a curve alone. */
export interface CurveFigures {
  return: number;
  worstDrawdown: number;
  /** UTC epoch ms of the peak and of the lowest value after it; null where nothing fell. */
  drawdownFrom: number | null;
  drawdownTo: number | null;
  /** The longest row of days that ended below an earlier one. */
  daysUnderWater: number;
  sharpe: number | null;
  sortino: number | null;
  worstDay: { day: number; return: number } | null;
}

/** The longest time below an earlier day's value; that of the start lies a day before the first one. */
function daysUnderWater(given: number, days: readonly Day[]): number {
  let [peak, peakAt, longest] = [given, (days[0]?.day ?? 0) - DAY, 0];
  for (const { day, value } of days) {
    if (value >= peak) [peak, peakAt] = [value, day];
    longest = Math.max(longest, (day - peakAt) / DAY);
  }
  return longest;
}

function withFirst({ given, curve }: WorthCurve): Float64Array {
  const values = new Float64Array(curve.length + 1);
  values[0] = given;
  values.set(curve, 1);
  return values;
}

export function curveFigures(of: WorthCurve): CurveFigures {
  const { bars, given, curve } = of;
  const { times, interval } = bars;
  const days = daysOf(of);
  const daily = equityFigures([given, ...days.map(({ value }) => value)]);
  const span = (times.at(-1) ?? 0) + interval - (times[0] ?? 0);
  const isLong = days.length >= FEWEST_DAYS && span >= FEWEST_DAYS * DAY;
  const fall = drawdown(withFirst(of));
  const timeAt = (position: number): number =>
    position === 0 ? (times[0] ?? 0) : (times[position - 1] ?? 0) + interval;
  const returns = days.map(({ day, value }, at) => ({ day, return: value / (days[at - 1]?.value ?? given) - 1 }));
  const worstDay = returns.reduce<CurveFigures['worstDay']>(
    (worst, each) => (worst && worst.return <= each.return ? worst : each),
    null,
  );
  return {
    return: (curve.at(-1) ?? given) / given - 1,
    worstDrawdown: fall.worst,
    drawdownFrom: fall.at && timeAt(fall.at.peak),
    drawdownTo: fall.at && timeAt(fall.at.low),
    daysUnderWater: daysUnderWater(given, days),
    sharpe: isLong ? daily.sharpe : null,
    sortino: isLong ? daily.sortino : null,
    worstDay,
  };
}
