import type { Big } from 'big.js';
import type { RunFacts } from '../strategies/rounds/run-facts.ts';
import type { Cycle } from '../strategies/rounds/level-fold.ts';
import { type Amounts, runResult, type RunResult } from '../strategies/rounds/run-books.ts';
import { type StopConditions, type StopReason, stopReached } from '../strategies/rounds/stop-conditions.ts';
import { barPath, type Reading } from './bar-path.ts';
import { type Bars, decimalOf, type Prints } from './bars.ts';
import { holesOf, knownOutside } from './holes.ts';
import { insideOf, type Range } from './inside-bars.ts';
import { MemoryRun, type MemoryRunSettings } from './memory-run.ts';
import type { DealsPlan } from './memory-deal.ts';
import { MemoryDeals } from './memory-deals.ts';
import type { Halted, ReplayedRun, TradedFill } from './replayed-run.ts';

export interface ReplaySettings extends Omit<MemoryRunSettings, 'price'> {
  stop: StopConditions;
  /** What becomes of the coins where it stops. */
  endings: Readonly<Record<StopReason, NonNullable<RunFacts['ending']>>>;
  /** Gets now and then how many bars are done. */
  onProgress?: (bars: number) => void;
  /** Of a bot whose deals are order blocks; left out, its levels trade. */
  deals?: DealsPlan | null;
}

function runOf({ deals, ...of }: ReplaySettings, price: Big, { times, signals }: Bars): ReplayedRun {
  const now = times[0] ?? 0;
  if (!deals) return new MemoryRun({ ...of, price }, now);
  return new MemoryDeals({ ...of, deals, given: of.plan.given, price, signals: signals ?? null }, now);
}

export interface Replay {
  reading: Reading;
  fills: TradedFill[];
  /** UTC epoch ms, of its deals, the first one first; left out where levels trade. */
  openedAt?: readonly number[];
  /** Finished rounds. */
  cycles: Cycle[];
  owned: Amounts;
  /** What it was worth at each bar's close, in the currency that it earns. */
  curve: Float64Array;
  /** Bars at whose close it held coins. */
  exposed: number;
  /** Bars whose close lies outside its lines. */
  outside: number;
  /** Bars in which orders filled, or it stopped, at both the high and the low. */
  ambiguous: Set<number>;
  stopped: { reason: StopReason; time: number } | null;
  /** It waits for its owner since then. */
  halted: Halted | null;
  result: RunResult;
}

const NO_BOUND = { low: -Infinity, high: Infinity };

const numbers = (...prices: (Big | null)[]): number[] => prices.flatMap((price) => (price ? [Number(price)] : []));

/** The prices between which a print changes nothing, as doubles. */
function boundsOf(run: ReplayedRun, { below, above }: StopConditions): typeof NO_BOUND {
  const { quiet } = run;
  return {
    low: Math.max(NO_BOUND.low, ...numbers(quiet.above, below)),
    high: Math.min(NO_BOUND.high, ...numbers(quiet.below, above)),
  };
}

/** Parts of a bar at which its four prices are taken to have been traded. */
const PARTS = [0, 1 / 3, 2 / 3, 1];
/** By which a gain or loss in doubles may differ from the decimals, of what was given. */
const NEAR = 1e-9;
const TELL_EVERY = 4096;

interface Scan {
  bars: Bars;
  reading: Reading;
  run: ReplayedRun;
  of: ReplaySettings;
}

const doubles = ({ base, counter }: Amounts) => ({ base: Number(base), counter: Number(counter) });

class Replayer {
  readonly #scan: Scan;
  readonly #isKnown: ReturnType<typeof knownOutside>;
  readonly ambiguous = new Set<number>();
  readonly curve: Float64Array;
  exposed = 0;
  outside = 0;
  readonly #given: { base: number; counter: number };
  readonly #step: number;
  #bounds = NO_BOUND;
  #owned = { base: 0, counter: 0 };
  #lines = NO_BOUND;
  #stop: StopConditions;
  /** The price that was passed on last, whether it mattered or not. */
  #last: number;
  stopped: Replay['stopped'] = null;

  constructor(scan: Scan) {
    this.#scan = scan;
    this.#isKnown = knownOutside(holesOf(scan.bars));
    this.curve = new Float64Array(scan.bars.times.length);
    this.#given = doubles(scan.of.plan.given);
    this.#step = Number(scan.of.rules.step);
    this.#stop = scan.of.stop;
    this.#last = scan.bars.open[0] ?? 0;
    this.#look();
  }

  /** What it owns and waits for, after something has changed. */
  #look(): void {
    const { run, of } = this.#scan;
    const { below } = of.stop;
    this.#stop = { ...of.stop, below: below && below.plus(run.stopMoved) };
    this.#bounds = boundsOf(run, this.#stop);
    this.#owned = doubles(run.owned);
    const { low, high } = run.lines;
    this.#lines = { low: Number(low), high: high ? Number(high) : NO_BOUND.high };
  }

  #worth({ base, counter }: { base: number; counter: number }, price: number): number {
    return this.#scan.of.plan.counterEarning ? counter + base * price : base + counter / price;
  }

  /** Whether its gain or loss may stop it at this price: the decimals decide. */
  #mayStop(price: number): boolean {
    const { gain, loss } = this.#stop;
    if (gain === null && loss === null) return false;
    const given = this.#worth(this.#given, price);
    const part = (this.#worth(this.#owned, price) - given) / given;
    return (gain !== null && part >= Number(gain) - NEAR) || (loss !== null && part <= NEAR - Number(loss));
  }

  #isDue(time: number): boolean {
    const { due } = this.#scan.run;
    const { at } = this.#stop;
    return (due !== null && due <= time) || (at !== null && at <= time && !this.stopped);
  }

  /** Whether a print at this price and time changes anything. */
  #matters(price: number, time: number): boolean {
    return price <= this.#bounds.low || price >= this.#bounds.high || this.#isDue(time) || this.#mayStop(price);
  }

  #stopAt(time: number, price: Big): void {
    const { run, of } = this.#scan;
    if (this.stopped || Object.values(this.#stop).every((condition) => condition === null)) return;
    const { total, given } = runResult(
      { given: of.plan.given, owned: run.owned, cycles: [], last: price },
      of.plan.counterEarning,
    );
    const reason = stopReached(this.#stop, { traded: { low: price, high: price }, total, given, now: time });
    if (!reason) return;
    this.stopped = { reason, time };
    run.stop(of.endings[reason]);
  }

  /** How much happens by a print: fills, a stop, and what follows the price. */
  #print(time: number, price: number): number {
    const woken = this.#wake(time);
    this.#last = price;
    return woken + (this.#matters(price, time) ? this.#passOn(time, price) : 0);
  }

  /** each moment before this time that the run waits for, at the price of then; in a hole none, since no price is known. */
  #wake(time: number): number {
    const { run } = this.#scan;
    let [done, last] = [0, -Infinity];
    for (let at = run.wakesAt; at !== null && at < time && at > last; at = run.wakesAt) {
      if (!this.#isKnown(at)) break;
      last = at;
      done += this.#passOn(at, this.#last);
    }
    return done;
  }

  #passOn(time: number, price: number): number {
    const { run } = this.#scan;
    const [fills, changes, wasStopped] = [run.fills.length, run.changes, this.stopped];
    const exact = decimalOf(price);
    run.print(time, exact);
    this.#stopAt(time, exact);
    this.#look();
    return run.fills.length - fills + (run.changes - changes) + (this.stopped === wasStopped ? 0 : 1);
  }

  /** Of a deal one exit ends the other: what lies on both sides of it leaves open which came first. */
  #reachesBoth({ low, high }: { low: number; high: number }): boolean {
    return Boolean(this.#scan.of.deals) && low <= this.#bounds.low && high >= this.#bounds.high;
  }

  /** Whether the four prices of a bar leave open what came first: orders filled, or it stopped, at both the high and the low. */
  #printBar(bars: Bars, at: number): boolean {
    const [open = 0, close = 0] = [bars.open[at], bars.close[at]];
    const prices = { open, high: bars.high[at] ?? 0, low: bars.low[at] ?? 0, close };
    const begin = bars.times[at] ?? 0;
    const reachesBoth = this.#reachesBoth(prices);
    const [, first = 0, second = 0] = barPath(prices, this.#scan.reading, close > open).map((price, part) =>
      this.#print(begin + Math.floor((PARTS[part] ?? 0) * (bars.interval - 1)), price),
    );
    return (first > 0 && second > 0) || (reachesBoth && first + second > 0);
  }

  #printTrades({ times, price }: Prints, { begin, end }: Range): void {
    for (let at = begin; at < end; at += 1) this.#print(times[at] ?? 0, price[at] ?? 0);
  }

  /** Whether one of them leaves open what came first. */
  #printBars(bars: Bars, { begin, end }: Range): boolean {
    let isOpen = false;
    for (let at = begin; at < end; at += 1) if (this.#printBar(bars, at)) isOpen = true;
    return isOpen;
  }

  /** what lies inside the bar is used where it is known. Whether it leaves open what came first. */
  #trade(at: number): boolean {
    const { bars, run } = this.#scan;
    run.beginBar(bars.volume[at] ?? 0);
    const inside = insideOf(bars, at);
    if (!inside) return this.#printBar(bars, at);
    if (inside.bars) return this.#printBars(inside.bars, inside.range);
    this.#printTrades(inside.prints, inside.range);
    return false;
  }

  bar(at: number): void {
    const { bars } = this.#scan;
    const end = (bars.times[at] ?? 0) + bars.interval;
    const matters = this.#matters(bars.low[at] ?? 0, end) || this.#matters(bars.high[at] ?? 0, end);
    if (matters && this.#trade(at)) this.ambiguous.add(at);
    const close = bars.close[at] ?? 0;
    this.#last = close;
    this.curve[at] = this.#worth(this.#owned, close);
    if (close < this.#lines.low || close > this.#lines.high) this.outside += 1;
    if (this.#owned.base >= this.#step) this.exposed += 1;
  }
}

/**
 * a run over bars in one reading. A bar whose prices touch nothing that rests is passed over. It sees no bar
 * before that bar's time has come: what it does follows from the prices that were printed so far.
 */
export function replayRun(bars: Bars, reading: Reading, of: ReplaySettings): Replay {
  const first = decimalOf(bars.open[0] ?? 0);
  const run = runOf(of, first, bars);
  run.print(bars.times[0] ?? 0, first);
  const replayer = new Replayer({ bars, reading, run, of });
  for (let at = 0; at < bars.times.length; at += 1) {
    if (at % TELL_EVERY === 0) of.onProgress?.(at);
    replayer.bar(at);
  }
  const cycles = run.allCycles();
  const last = decimalOf(bars.close.at(-1) ?? 0);
  const { curve, exposed, outside, ambiguous, stopped } = replayer;
  return {
    reading,
    fills: [...run.fills],
    openedAt: run.openedAt,
    cycles,
    owned: run.owned,
    curve,
    exposed,
    outside,
    ambiguous,
    stopped,
    halted: run.halted,
    result: runResult({ given: of.plan.given, owned: run.owned, cycles, last }, of.plan.counterEarning),
  };
}
