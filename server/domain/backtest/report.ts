import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import type { Amounts } from '../strategies/rounds/run-books.ts';
import { type Bars, decimalOf, type Hole } from './bars.ts';
import type { BothReadings } from './both-readings.ts';
import { type CurveFigures, curveFigures, type Month, monthsOf } from './curve-figures.ts';
import { dealFigures } from './deal-figures.ts';
import { holesOf } from './holes.ts';
import type { Replay, ReplaySettings } from './replay-run.ts';
import { pointsOf, type ReportPoint } from './report-points.ts';

/** Counts changes after which the same inputs may give another report. */
export const ENGINE_VERSION = '6';

type Of = Pick<ReplaySettings, 'plan' | 'pair' | 'rules'>;

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

export interface ReplayFigures extends CurveFigures {
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

/** Counter units that all trades moved. */
export const turnedBy = (fills: readonly { price: Big; quantity: Big }[]): number =>
  fills.reduce((sum, { price, quantity }) => sum + Number(price) * Number(quantity), 0);

function figuresOf(bars: Bars, replay: Replay, of: Of): ReplayFigures {
  const { curve, cycles, fills } = replay;
  const { plan } = of;
  const first = decimalOf(bars.open[0] ?? 0);
  const given = Number(inEarned(plan.given, first, plan.counterEarning));
  const { winRate, profitFactor, expectancy } = dealFigures(
    cycles.map((cycle) => (plan.counterEarning ? cycle.counter : cycle.base)),
  );
  return {
    ...curveFigures({ bars, given, curve }),
    winRate,
    profitFactor,
    expectancy,
    exposure: replay.exposed / curve.length,
    outsideLines: replay.outside / curve.length,
    turnover: turnedBy(fills) / Number(inEarned(plan.given, first, true)),
  };
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

/** What a basket held. */
export interface BasketSummary {
  /** In the reading that is booked. */
  rebalancings: number;
  /** The counter currency last. */
  assets: {
    asset: string;
    /** Share that it should have, as a fraction. */
    target: Big;
    /** Units of the asset. */
    given: Big;
    owned: Big;
    /** At the last price, counter units. */
    worth: Big;
  }[];
}

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
  /** Of several assets; left out where there is one pair. */
  basket?: BasketSummary;
}

/** all that is said of a backtest; the same inputs give the same. */
export function reportOf(bars: Bars, both: BothReadings, { of, checked }: { of: Of; checked: boolean }): ReplayReport {
  const { booked, other } = both;
  const { plan, rules } = of;
  const [first, last] = [decimalOf(bars.open[0] ?? 0), decimalOf(bars.close.at(-1) ?? 0)];
  const held = plan.counterEarning ? heldFrom(plan.given, first, rules) : plan.given;
  const value = (amounts: Amounts, price: Big): Big => inEarned(amounts, price, plan.counterEarning);
  const given = Number(value(plan.given, first));
  const [base, counter] = [Number(held.base), Number(held.counter)];
  const priceAt = (at: number): number => bars.close[at] ?? 0;
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
    holes: holesOf(bars),
    months: monthsOf({ bars, given, curve: booked.curve }),
    points: pointsOf(bars, both, {
      given,
      priceAt,
      holdingAt: (at) => (plan.counterEarning ? counter + base * priceAt(at) : base + counter / priceAt(at)),
    }),
  };
}
