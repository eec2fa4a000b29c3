import { MINUTE } from '#contracts/rules/time.ts';
import type { Big } from 'big.js';
import type { Reading } from '../bar-path.ts';
import { type Bars, decimalOf } from '../bars.ts';
import { bookReadings, type BothReadings } from '../both-readings.ts';
import { holesOf, joinHoles, knownOutside } from '../holes.ts';
import type { Replay } from '../replay-run.ts';
import { type BasketFill, MemoryBasket, type MemoryBasketSettings } from './memory-basket.ts';
import { MinutePrices } from './minute-prices.ts';
import { QuietBasket } from './quiet-basket.ts';

export interface BasketReplaySettings extends MemoryBasketSettings {
  /** Gets now and then how many bars are done. */
  onProgress?: (bars: number) => void;
}

export interface BasketReplay extends Pick<Replay, 'reading' | 'stopped' | 'halted'> {
  fills: BasketFill[];
  /** Rebalancings. */
  turns: number;
  /** Of its assets, in their order, at the end. */
  owned: Big[];
  /** B-5: what it held after its first rebalancing, in the order of its assets. */
  mix: Big[];
  /** What it was worth at each bar's close, counter units. */
  curve: Float64Array;
  /** Bars at whose close it held coins. */
  exposed: number;
  /** Bars in which it did something by a price of which the order within the bar is not known. */
  ambiguous: Set<number>;
  /** What it traded in each bar in which it did something, without amounts and times. */
  done: Map<number, string>;
  /** Counter units. */
  result: { total: Big; given: Big };
}

const TELL_EVERY = 4096;

const volumesAt = (all: readonly Bars[], at: number): Big[] => all.map(({ volume }) => decimalOf(volume[at] ?? 0));

class BasketReplayer {
  readonly #bars: readonly Bars[];
  readonly #minutes: readonly MinutePrices[];
  readonly #run: MemoryBasket;
  readonly #quiet: QuietBasket;
  readonly #prices: Float64Array;
  readonly #isKnown: ReturnType<typeof knownOutside>;
  readonly ambiguous = new Set<number>();
  readonly done = new Map<number, string>();

  constructor(bars: readonly Bars[], reading: Reading, { run, quiet }: { run: MemoryBasket; quiet: QuietBasket }) {
    this.#bars = bars;
    this.#run = run;
    this.#quiet = quiet;
    this.#minutes = bars.map((each) => new MinutePrices(each, reading));
    this.#prices = new Float64Array(bars.length);
    this.#isKnown = knownOutside(joinHoles(bars.map(holesOf)));
  }

  /** A bar of each pair; answers what it is worth at their closes. */
  bar(at: number, begin: number, minutes: number): number {
    for (const each of this.#minutes) each.read(at);
    for (let minute = 0; minute < minutes; minute += 1) {
      for (let pair = 0; pair < this.#prices.length; pair += 1)
        this.#prices[pair] = this.#minutes[pair]?.price[minute] ?? 0;
      const now = begin + (minute + 1) * MINUTE;
      // nothing is done at a minute's close that lies in a hole of one of its pairs.
      if (!this.#quiet.mayAct(this.#prices, now) || !this.#isKnown(now - 1) || !this.#look(at, now)) continue;
      if (this.#minutes.some(({ guessed }) => guessed[minute] === 1)) this.ambiguous.add(at);
    }
    return this.#quiet.worth(this.#prices);
  }

  /** Whether it has done anything. */
  #look(at: number, time: number): boolean {
    const run = this.#run;
    const [turns, fills, { stopped }] = [run.turns, run.fills.length, run];
    run.look({ time, prices: Array.from(this.#prices, decimalOf), volumes: volumesAt(this.#bars, at) });
    this.#quiet.update();
    if (run.turns === turns && run.fills.length === fills && run.stopped === stopped) return false;
    const trades = run.fills.slice(fills).map(({ side, asset, price }) => `${side} ${asset} ${price.toFixed()}`);
    this.done.set(at, [this.done.get(at), ...trades].join(', '));
    return true;
  }
}

/** a bar in which both readings made the same trades at the same prices leaves nothing open. */
export function bookBaskets(bars: number, drawn: BasketReplay, reversed: BasketReplay): BothReadings<BasketReplay> {
  const isOpen = (at: number): boolean => drawn.done.get(at) !== reversed.done.get(at);
  const openBars = ({ ambiguous }: BasketReplay): Set<number> => new Set([...ambiguous].filter(isOpen));
  const [first, second] = [openBars(drawn), openBars(reversed)];
  return bookReadings(bars, { ...drawn, ambiguous: first }, { ...reversed, ambiguous: second });
}

/**
 * a basket over bars of its pairs, all on one clock, in one reading. It begins at their first prices and looks at
 * each minute's close, by the prices of before it: a look that can change nothing is passed over.
 */
export function replayBasket(all: readonly Bars[], reading: Reading, of: BasketReplaySettings): BasketReplay {
  const { times = new Float64Array(), interval = MINUTE } = all[0] ?? {};
  const run = new MemoryBasket(of, times[0] ?? 0, volumesAt(all, 0));
  const quiet = new QuietBasket(run, of);
  const replayer = new BasketReplayer(all, reading, { run, quiet });
  const curve = new Float64Array(times.length);
  let exposed = 0;
  for (let at = 0; at < times.length; at += 1) {
    if (at % TELL_EVERY === 0) of.onProgress?.(at);
    curve[at] = replayer.bar(at, times[at] ?? 0, interval / MINUTE);
    if (quiet.hasCoins) exposed += 1;
  }
  const { fills, turns, owned, stopped, halted } = run;
  const last = all.map(({ close }) => decimalOf(close.at(-1) ?? 0));
  const value = owned.reduce((sum, held, at) => sum.plus(at === 0 ? held : held.times(last[at - 1] ?? 0)));
  const mix = of.assets.map(({ number, given }) => run.mix.get(number) ?? given);
  const result = { total: value.minus(run.given), given: run.given };
  const { ambiguous, done } = replayer;
  return { reading, fills, turns, owned, mix, curve, exposed, ambiguous, done, stopped, halted, result };
}
