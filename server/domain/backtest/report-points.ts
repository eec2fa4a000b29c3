import type { Amounts } from '../strategies/rounds/run-books.ts';
import type { Bars } from './bars.ts';
import type { BothReadings } from './both-readings.ts';

/** A part of the time, as a chart draws it. */
export interface ReportPoint {
  /** When its last bar closes, UTC epoch ms. */
  time: number;
  /** Close, counter units. */
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

function marksOf({ times, interval }: Bars, { booked, other }: BothReadings, size: number): Map<number, Marks> {
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

interface Holding {
  held: Amounts;
  /** Worth of what was given, in the currency that the run earns. */
  given: number;
  counterEarning: boolean;
}

/** the curve of the booked reading next to just holding, cut into equal parts of time. */
export function pointsOf(bars: Bars, both: BothReadings, { held, given, counterEarning }: Holding): ReportPoint[] {
  const count = bars.times.length;
  const size = Math.ceil(count / MOST_POINTS);
  const marks = marksOf(bars, both, size);
  const [base, counter] = [Number(held.base), Number(held.counter)];
  const { curve } = both.booked;
  const points: ReportPoint[] = [];
  let [peak, drawdown] = [given, 0];
  for (let at = 0; at < count; at += 1) {
    const value = curve[at] ?? 0;
    peak = Math.max(peak, value);
    drawdown = Math.max(drawdown, (peak - value) / peak);
    if ((at + 1) % size !== 0 && at !== count - 1) continue;
    const price = bars.close[at] ?? 0;
    const holding = counterEarning ? counter + base * price : base + counter / price;
    const of = marks.get(Math.floor(at / size)) ?? { buys: 0, sells: 0, ambiguous: 0 };
    points.push({ time: (bars.times[at] ?? 0) + bars.interval, price, value, holding, drawdown, ...of });
    drawdown = 0;
  }
  return points;
}
