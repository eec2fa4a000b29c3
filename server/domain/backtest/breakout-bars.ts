import type { Big } from 'big.js';
import { TOLD_AFTER } from '../exit-plan/candle-close.ts';
import {
  breakoutBars,
  type BreakoutSettings,
  levelsOfBars,
  type SeenBars,
} from '../strategies/rounds/breakout-deals.ts';
import { decideBars } from '../strategies/signals/decide-bars.ts';
import type { RangeBar } from '../strategies/signals/turtle-levels.ts';
import { decimalOf } from './bars.ts';
import { positionOf } from './position-of.ts';
import type { SignalBars } from './signal-bars.ts';

/** PB-9, X-3: the bars of a run that enters on a breakout, each decided by the rules of a live run once it has ended. */
export class BreakoutBars {
  readonly #bars: SignalBars;
  readonly #settings: BreakoutSettings;
  readonly #tick: Big;
  /** The next bar. */
  #at: number;
  /** What the last one has left; null before the first. */
  seen: SeenBars | null = null;

  /** What has ended by `since`, UTC epoch ms, decides nothing. */
  constructor(bars: SignalBars, settings: BreakoutSettings, { tick, since }: { tick: Big; since: number }) {
    this.#bars = bars;
    this.#settings = settings;
    this.#tick = tick;
    this.#at = positionOf(bars.times, since - bars.interval + 1);
  }

  /** When the next one decides, UTC epoch ms: an exchange lists a bar a moment after its end. Null after the last. */
  get due(): number | null {
    const { times } = this.#bars;
    return this.#at < times.length ? this.#endOf(this.#at) + TOLD_AFTER : null;
  }

  /** The next bar that has decided by then, and whether sellers prevail in it; null where there is none. */
  take(now: number): { sells: boolean } | null {
    const { due } = this;
    if (due === null || now < due) return null;
    const at = this.#at;
    this.#at += 1;
    const { bars: settings } = this.#settings;
    const { flow, length: interval, sellersClose } = settings;
    const first = Math.max(0, at - breakoutBars(settings));
    const bars = Array.from({ length: at - first + 1 }, (_, nth) => this.#barAt(first + nth));
    const [until, tick] = [this.#endOf(at), this.#tick];
    const decision = decideBars(flow, { bars, since: until - interval, now, interval, tick });
    const { signals = [], sells = false } = decision ?? {};
    const of = { bars: settings, tick };
    this.seen = { until, levels: levelsOfBars({ bars, signals, until }, this.seen?.levels ?? null, of) };
    return { sells: sells && sellersClose };
  }

  #endOf(at: number): number {
    return (this.#bars.times[at] ?? 0) + this.#settings.bars.length;
  }

  #barAt(at: number): RangeBar {
    const { high, low, close, volume, takerBought } = this.#bars;
    return {
      at: this.#endOf(at),
      high: decimalOf(high[at] ?? 0),
      low: decimalOf(low[at] ?? 0),
      close: decimalOf(close[at] ?? 0),
      volume: volume[at] ?? 0,
      takerBought: takerBought[at] ?? 0,
    };
  }
}
