import type { OrderSide } from '../matching/model/order.ts';
import type { Bars } from './bars.ts';

/** A part of the time, as a chart draws it. */
export interface ReportPoint {
  /** When its last bar closes, UTC epoch ms. */
  time: number;
  /** Close, counter units; of a basket its worth. */
  price: number;
  /** Worth of the run and of just holding, in the currency that the run earns. */
  value: number;
  holding: number;
  /** The deepest fall within it from any peak before, as a part of the peak. */
  drawdown: number;
  /** Deals of the reading that is booked. */
  buys: number;
  sells: number;
  /** Bars that leave open what came first. */
  ambiguous: number;
}

/** As many as a wide screen shows apart. */
const MOST_POINTS = 400;

interface Marks {
  buys: number;
  sells: number;
  ambiguous: number;
}

type Clock = Pick<Bars, 'times' | 'interval'>;

/** What is said of a reading. */
interface Reading {
  fills: readonly { time: number; side: OrderSide }[];
  ambiguous: ReadonlySet<number>;
  curve: Float64Array;
}

interface Readings {
  booked: Reading;
  other: Pick<Reading, 'ambiguous'>;
}

function marksOf({ times, interval }: Clock, { booked, other }: Readings, size: number): Map<number, Marks> {
  const marks = new Map<number, Marks>();
  const at = (bar: number): Marks => {
    const point = Math.floor(bar / size);
    const known = marks.get(point) ?? { buys: 0, sells: 0, ambiguous: 0 };
    marks.set(point, known);
    return known;
  };
  let bar = 0;
  for (const { time, side } of booked.fills) {
    while (bar < times.length - 1 && (times[bar] ?? 0) + interval <= time) bar += 1;
    at(bar)[side === 'BUY' ? 'buys' : 'sells'] += 1;
  }
  for (const each of booked.ambiguous.union(other.ambiguous)) at(each).ambiguous += 1;
  return marks;
}

interface Beside {
  /** Worth of what was given, in the currency that the run earns. */
  given: number;
  /** Of the bar at this position, at its close. */
  priceAt: (at: number) => number;
  /** Worth of just holding then, in the currency that the run earns. */
  holdingAt: (at: number) => number;
}

/** the curve of the booked reading next to just holding, cut into equal parts of time. */
export function pointsOf(bars: Clock, both: Readings, { given, priceAt, holdingAt }: Beside): ReportPoint[] {
  const count = bars.times.length;
  const size = Math.ceil(count / MOST_POINTS);
  const marks = marksOf(bars, both, size);
  const { curve } = both.booked;
  const points: ReportPoint[] = [];
  let [peak, drawdown] = [given, 0];
  for (let at = 0; at < count; at += 1) {
    const value = curve[at] ?? 0;
    peak = Math.max(peak, value);
    drawdown = Math.max(drawdown, (peak - value) / peak);
    if ((at + 1) % size !== 0 && at !== count - 1) continue;
    const [price, holding] = [priceAt(at), holdingAt(at)];
    const of = marks.get(Math.floor(at / size)) ?? { buys: 0, sells: 0, ambiguous: 0 };
    points.push({ time: (bars.times[at] ?? 0) + bars.interval, price, value, holding, drawdown, ...of });
    drawdown = 0;
  }
  return points;
}
