import type { Big } from 'big.js';
import { ONE, ZERO } from '#contracts/rules/decimal.ts';
import { type Bars, decimalOf } from '../bars.ts';
import type { BothReadings } from '../both-readings.ts';
import { curveFigures, monthsOf } from '../curve-figures.ts';
import { holesOf, joinHoles } from '../holes.ts';
import { ENGINE_VERSION, type ReadingSummary, type ReplayReport, turnedBy } from '../report.ts';
import { pointsOf } from '../report-points.ts';
import type { MemoryBasketSettings } from './memory-basket.ts';
import type { BasketReplay } from './replay-basket.ts';

/** R-14 speaks of rounds: a basket has none, and all of its result is its position. */
const summaryOf = ({ reading, result, fills, stopped, halted, ambiguous }: BasketReplay): ReadingSummary => ({
  reading,
  total: result.total,
  rounds: ZERO,
  position: result.total,
  return: Number(result.total) / Number(result.given),
  roundCount: 0,
  deals: fills.length,
  ambiguous: ambiguous.size,
  stopped,
  ...(halted && { halted }),
});

/** Counter units: a fee that was taken in coins is worth what these traded at. */
const feesOf = ({ fills }: BasketReplay): Big =>
  fills.reduce((sum, { side, price, quantity, base, counter }) => {
    const fee = side === 'BUY' ? quantity.minus(base).times(price) : price.times(quantity).minus(counter);
    return sum.plus(fee);
  }, ZERO);

function summaryOfAssets(all: readonly Bars[], { owned, turns }: BasketReplay, { assets }: Of): Summary {
  const last = [ONE, ...all.map(({ close }) => decimalOf(close.at(-1) ?? 0))];
  const [counter, ...others] = assets.map(({ name: asset, target, given }, at) => {
    const held = owned[at] ?? ZERO;
    return { asset, target, given, owned: held, worth: held.times(last[at] ?? ZERO) };
  });
  return { rebalancings: turns, assets: counter ? [...others, counter] : others };
}

type Of = Pick<MemoryBasketSettings, 'assets'>;
type Summary = NonNullable<ReplayReport['basket']>;

/** What holdings, the counter currency first, are worth at the close of the bar at this position. */
function worthAt(all: readonly Bars[], [money = ZERO, ...held]: readonly Big[]): (at: number) => number {
  const [counter, coins] = [Number(money), held.map(Number)];
  return (at) => coins.reduce((sum, coin, pair) => sum + coin * (all[pair]?.close[at] ?? 0), counter);
}

/** B-5: all that is said of a basket over the past, in its counter currency; the same inputs give the same. */
export function basketReport(
  all: readonly Bars[],
  both: BothReadings<BasketReplay>,
  { of, checked }: { of: Of; checked: boolean },
): ReplayReport {
  const { booked, other } = both;
  const { times = new Float64Array(), interval = 0 } = all[0] ?? {};
  const bars = { times, interval };
  const { curve, result, fills } = booked;
  const given = Number(result.given);
  const worth = { bars, given, curve };
  const holdingAt = worthAt(all, booked.mix);
  const held = decimalOf(holdingAt(times.length - 1));
  return {
    engine: ENGINE_VERSION,
    counterEarning: true,
    given: { base: ZERO, counter: result.given },
    booked: summaryOf(booked),
    other: summaryOf(other),
    bars: both.bars,
    ambiguous: both.ambiguous,
    isTooCoarse: both.isTooCoarse,
    checked,
    figures: {
      ...curveFigures(worth),
      winRate: null,
      profitFactor: null,
      expectancy: null,
      exposure: booked.exposed / times.length,
      outsideLines: 0,
      turnover: turnedBy(fills) / given,
    },
    fees: { base: ZERO, counter: feesOf(booked) },
    owned: { base: ZERO, counter: booked.owned[0] ?? ZERO },
    holding: held.minus(result.given),
    holes: joinHoles(all.map(holesOf)),
    months: monthsOf(worth),
    points: pointsOf(bars, both, { given, priceAt: (at) => curve[at] ?? 0, holdingAt }),
    basket: summaryOfAssets(all, booked, of),
  };
}
