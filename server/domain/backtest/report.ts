import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { DAY } from '#contracts/rules/time.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import type { Amounts } from '../strategies/rounds/run-books.ts';
import { type Bars, decimalOf, type Hole, holesIn } from './bars.ts';
import type { BothReadings } from './both-readings.ts';
import { dealFigures } from './deal-figures.ts';
import { drawdown, equityFigures } from './equity-figures.ts';
import type { Replay, ReplaySettings } from './replay-run.ts';
import { pointsOf, type ReportPoint } from './report-points.ts';

/** Counts changes after which the same inputs may give another report. */
export const ENGINE_VERSION = '2';

/** Under this Sharpe and Sortino say nothing. */
const FEWEST_DAYS = 30;

type Of = Pick<ReplaySettings, 'plan' | 'pair' | 'rules'>;

interface Day {
  /** UTC epoch ms of its beginning. */
  day: number;
  value: number;
}

/** The last value of each UTC day. */
function daysOf({ times }: Bars, curve: Float64Array): Day[] {
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
interface Month {
  month: string;
  total: number;
  /** Of the value at its beginning. */
  return: number;
}

function monthsOf(given: number, days: readonly Day[]): Month[] {
  const months: (Month & { begin: number })[] = [];
  let before = given;
  for (const { day, value } of days) {
    const month = new Date(day).toISOString().slice(0, 7);
    const last = months.at(-1);
    if (last?.month !== month) months.push({ month, begin: before, total: 0, return: 0 });
    const now = months.at(-1);
    if (now) [now.total, now.return] = [value - now.begin, value / now.begin - 1];
    before = value;
  }
  return months.map(({ begin: _begin, ...month }) => month);
}

/** What was paid in each of the pair's currencies. */
function feesOf({ fills }: Replay): Amounts {
  return fills.reduce<Amounts>(
    ({ base, counter }, fill) =>
      fill.side === 'BUY'
        ? { base: base.plus(fill.quantity.minus(fill.base)), counter }
        : { base, counter: counter.plus(fill.price.times(fill.quantity).minus(fill.counter)) },
    { base: ZERO, counter: ZERO },
  );
}

/** What buying coins with all of it at the first price would be: base units, and counter units that are left. */
export function heldFrom({ base, counter }: Amounts, price: Big, { step, fee }: Of['rules']): Amounts {
  const bought = floorTo(step, counter.div(price));
  return { base: base.plus(bought.minus(bought.times(fee))), counter: counter.minus(bought.times(price)) };
}

const inEarned = ({ base, counter }: Amounts, price: Big, counterEarning: boolean): Big =>
  counterEarning ? counter.plus(base.times(price)) : base.plus(counter.div(price));

export interface ReplayFigures {
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
  /** Of rounds; null where there is nothing to say. */
  winRate: Big | null;
  profitFactor: Big | null;
  expectancy: Big | null;
  /** Of the time, as parts: with coins; with the price outside the lines. */
  exposure: number;
  outsideLines: number;
  /** What all trades moved, as a multiple of what was given. */
  turnover: number;
}

function figuresOf(bars: Bars, replay: Replay, of: Of): ReplayFigures {
  const { curve, cycles, fills } = replay;
  const { plan } = of;
  const first = decimalOf(bars.open[0] ?? 0);
  const given = Number(inEarned(plan.given, first, plan.counterEarning));
  const days = daysOf(bars, curve);
  const daily = equityFigures([given, ...days.map(({ value }) => value)]);
  const isLong = days.length >= FEWEST_DAYS;
  const fall = drawdown(withFirst(given, curve));
  const timeAt = (position: number): number => (position === 0 ? (bars.times[0] ?? 0) : closeAt(bars, position - 1));
  const returns = days.map(({ day, value }, at) => ({ day, return: value / (days[at - 1]?.value ?? given) - 1 }));
  const worstDay = returns.reduce<ReplayFigures['worstDay']>(
    (worst, each) => (worst && worst.return <= each.return ? worst : each),
    null,
  );
  const { winRate, profitFactor, expectancy } = dealFigures(
    cycles.map((cycle) => (plan.counterEarning ? cycle.counter : cycle.base)),
  );
  const turned = fills.reduce((sum, { price, quantity }) => sum + Number(price) * Number(quantity), 0);
  return {
    return: (curve.at(-1) ?? given) / given - 1,
    worstDrawdown: fall.worst,
    drawdownFrom: fall.at && timeAt(fall.at.peak),
    drawdownTo: fall.at && timeAt(fall.at.low),
    daysUnderWater: daily.daysUnderWater,
    sharpe: isLong ? daily.sharpe : null,
    sortino: isLong ? daily.sortino : null,
    worstDay,
    winRate,
    profitFactor,
    expectancy,
    exposure: replay.exposed / curve.length,
    outsideLines: replay.outside / curve.length,
    turnover: turned / Number(inEarned(plan.given, first, true)),
  };
}

const closeAt = ({ times, interval }: Bars, at: number): number => (times[at] ?? 0) + interval;

function withFirst(given: number, curve: Float64Array): Float64Array {
  const values = new Float64Array(curve.length + 1);
  values[0] = given;
  values.set(curve, 1);
  return values;
}

const summaryOf = ({ reading, result, cycles, fills, stopped, halted, ambiguous }: Replay) => ({
  reading,
  total: result.total,
  rounds: result.cycles,
  position: result.position,
  return: Number(result.total) / Number(result.given),
  roundCount: cycles.length,
  deals: fills.length,
  ambiguous: ambiguous.size,
  stopped,
  ...(halted && { halted }),
});
export type ReadingSummary = ReturnType<typeof summaryOf>;

export interface ReplayReport {
  engine: string;
  counterEarning: boolean;
  given: Amounts;
  /** The worse reading, which counts, and the other one. */
  booked: ReadingSummary;
  other: ReadingSummary;
  bars: number;
  ambiguous: number;
  isTooCoarse: boolean;
  /** The first half, run alone, decided the same. */
  checked: boolean;
  figures: ReplayFigures;
  fees: Amounts;
  owned: Amounts;
  /** What just holding would have brought, in the currency that the run earns. */
  holding: Big;
  holes: Hole[];
  months: Month[];
  points: ReportPoint[];
}

/** all that is said of a backtest; the same inputs give the same. */
export function reportOf(bars: Bars, both: BothReadings, { of, checked }: { of: Of; checked: boolean }): ReplayReport {
  const { booked, other } = both;
  const { plan, rules } = of;
  const [first, last] = [decimalOf(bars.open[0] ?? 0), decimalOf(bars.close.at(-1) ?? 0)];
  const held = plan.counterEarning ? heldFrom(plan.given, first, rules) : plan.given;
  const value = (amounts: Amounts, price: Big): Big => inEarned(amounts, price, plan.counterEarning);
  return {
    engine: ENGINE_VERSION,
    counterEarning: plan.counterEarning,
    given: plan.given,
    booked: summaryOf(booked),
    other: summaryOf(other),
    bars: both.bars,
    ambiguous: both.ambiguous,
    isTooCoarse: both.isTooCoarse,
    checked,
    figures: figuresOf(bars, booked, of),
    fees: feesOf(booked),
    owned: booked.owned,
    holding: value(held, last).minus(value(plan.given, plan.counterEarning ? first : last)),
    holes: holesIn(bars),
    months: monthsOf(Number(value(plan.given, first)), daysOf(bars, booked.curve)),
    points: pointsOf(bars, both, {
      held,
      given: Number(value(plan.given, first)),
      counterEarning: plan.counterEarning,
    }),
  };
}
