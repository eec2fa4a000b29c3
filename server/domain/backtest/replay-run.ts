import type { Big } from 'big.js';
import type { RunFacts } from '../strategies/rounds/run-step.ts';
import type { Cycle } from '../strategies/rounds/level-fold.ts';
import { type Amounts, runResult, type RunResult } from '../strategies/rounds/run-books.ts';
import { type StopConditions, type StopReason, stopReached } from '../strategies/rounds/stop-conditions.ts';
import { barPath, type Reading } from './bar-path.ts';
import { type Bars, decimalOf } from './bars.ts';
import { MemoryRun, type MemoryRunSettings, type TradedFill } from './memory-run.ts';

export interface ReplaySettings extends Omit<MemoryRunSettings, 'price'> {
  stop: StopConditions;
  endings: Partial<Record<StopReason, NonNullable<RunFacts['ending']>>>;
}

export interface Replay {
  fills: TradedFill[];
  /** Finished rounds. */
  cycles: Cycle[];
  owned: Amounts;
  /** What it was worth at each bar's close, in the currency that it earns. */
  curve: Float64Array;
  /** Bars in which orders filled, or it stopped, at both the high and the low. */
  ambiguous: Set<number>;
  stopped: { reason: StopReason; time: number } | null;
  result: RunResult;
}

const NO_BOUND = { low: -Infinity, high: Infinity };

const numbers = (...prices: (Big | null)[]): number[] => prices.flatMap((price) => (price ? [Number(price)] : []));

/** The prices between which a bar changes nothing, as doubles. */
function boundsOf(run: MemoryRun, { below, above }: StopConditions): typeof NO_BOUND {
  const { quiet } = run;
  return {
    low: Math.max(NO_BOUND.low, ...numbers(quiet.above, below)),
    high: Math.min(NO_BOUND.high, ...numbers(quiet.below, above)),
  };
}

/** Parts of a bar at which its four prices are taken to have been traded. */
const PARTS = [0, 1 / 3, 2 / 3, 1];

interface Scan {
  bars: Bars;
  reading: Reading;
  run: MemoryRun;
  of: ReplaySettings;
}

class Replayer {
  readonly #scan: Scan;
  readonly ambiguous = new Set<number>();
  readonly curve: Float64Array;
  #bounds: typeof NO_BOUND;
  #owned = { base: 0, counter: 0 };
  stopped: Replay['stopped'] = null;

  constructor(scan: Scan) {
    this.#scan = scan;
    this.curve = new Float64Array(scan.bars.times.length);
    this.#bounds = boundsOf(scan.run, scan.of.stop);
    this.#readOwned();
  }

  #readOwned(): void {
    const { base, counter } = this.#scan.run.owned;
    this.#owned = { base: Number(base), counter: Number(counter) };
  }

  /** Gain and loss are judged at each bar that is looked into, and by the doubles at each other one. */
  #worth(price: number): number {
    const { base, counter } = this.#owned;
    return this.#scan.of.plan.counterEarning ? counter + base * price : base + counter / price;
  }

  #isQuiet(at: number): boolean {
    const { bars, run, of } = this.#scan;
    const [low, high] = [bars.low[at] ?? 0, bars.high[at] ?? 0];
    if (low <= this.#bounds.low || high >= this.#bounds.high) return false;
    const end = (bars.times[at] ?? 0) + bars.interval;
    if (run.due !== null && run.due <= end) return false;
    const { gain, loss, at: moment } = of.stop;
    return gain === null && loss === null && (moment === null || moment > end);
  }

  #stopAt(time: number, price: Big): void {
    const { run, of } = this.#scan;
    if (this.stopped) return;
    const { total, given } = runResult(
      { given: of.plan.given, owned: run.owned, cycles: [], last: price },
      of.plan.counterEarning,
    );
    const reason = stopReached(of.stop, { traded: { low: price, high: price }, total, given, now: time });
    if (!reason) return;
    this.stopped = { reason, time };
    run.stop(of.endings[reason] ?? (reason === 'above' ? 'keep' : 'sell'));
  }

  /** How many fills each of the four prices made, a stop counting as one. */
  #printAll(at: number): number[] {
    const { bars, reading, run } = this.#scan;
    const prices = {
      open: bars.open[at] ?? 0,
      high: bars.high[at] ?? 0,
      low: bars.low[at] ?? 0,
      close: bars.close[at] ?? 0,
    };
    const begin = bars.times[at] ?? 0;
    return barPath(prices, reading, prices.close > prices.open).map((price, part) => {
      const [before, wasStopped] = [run.fills.length, this.stopped];
      const time = begin + Math.floor((PARTS[part] ?? 0) * (bars.interval - 1));
      run.print(time, decimalOf(price));
      this.#stopAt(time, decimalOf(price));
      return run.fills.length - before + (this.stopped === wasStopped ? 0 : 1);
    });
  }

  bar(at: number): void {
    const { bars, run, of } = this.#scan;
    if (!this.#isQuiet(at)) {
      const [, first = 0, second = 0] = this.#printAll(at);
      if (first > 0 && second > 0) this.ambiguous.add(at);
      this.#bounds = boundsOf(run, of.stop);
      this.#readOwned();
    }
    this.curve[at] = this.#worth(bars.close[at] ?? 0);
  }
}

/**
 * a run over bars in one reading. A bar whose prices touch nothing that rests is passed over. It sees no bar
 * before that bar's time has come: what it does follows from the prices that were printed so far.
 */
export function replayRun(bars: Bars, reading: Reading, of: ReplaySettings): Replay {
  const first = decimalOf(bars.open[0] ?? 0);
  const run = new MemoryRun({ ...of, price: first }, bars.times[0] ?? 0);
  run.print(bars.times[0] ?? 0, first);
  const replayer = new Replayer({ bars, reading, run, of });
  for (let at = 0; at < bars.times.length; at += 1) replayer.bar(at);
  const cycles = run.allCycles();
  const last = decimalOf(bars.close.at(-1) ?? 0);
  return {
    fills: run.fills,
    cycles,
    owned: run.owned,
    curve: replayer.curve,
    ambiguous: replayer.ambiguous,
    stopped: replayer.stopped,
    result: runResult({ given: of.plan.given, owned: run.owned, cycles, last }, of.plan.counterEarning),
  };
}
