import type { Big } from 'big.js';
import { TOLD_AFTER } from '../exit-plan/candle-close.ts';
import { decideBars, type FlowSignal, type SignalBar } from '../strategies/signals/decide-bars.ts';
import type { BarSettings } from '../strategies/signals/run-settings.ts';
import { decimalOf } from './bars.ts';
import { positionOf } from './position-of.ts';
import type { SignalBars } from './signal-bars.ts';

/** What the end of a bar decides. */
interface BarDecision {
  /** When it is decided, UTC epoch ms. */
  due: number;
  /** Null where the bar is none; asked for where a deal may open. */
  signal: () => FlowSignal | null;
  /** PB-8: sellers prevail. */
  sells: boolean;
}

/** What a run can do by a bar as it stands: open a deal, or end one. */
export interface Able {
  buys: boolean;
  sells: boolean;
}

const BUYS = 1;
const SELLS = 2;

interface Flow {
  count: number;
  volume: number;
  net: number;
  /** Closes times volumes. */
  worth: number;
}

/** By which doubles may differ from the decimals. */
const NEAR = 1e-9;

/**
 * PB-8, X-3: the bars that decide something, one after the other. Each is decided by `decideBars`, of the bars up to its end
 * alone; which ones can be none is found by the same sums in the same order, without decimals.
 */
export class BarSignals {
  readonly #bars: SignalBars;
  readonly #of: BarSettings;
  readonly #tick: Big;
  /** 1 where a bar stands out. */
  readonly #standsOut: Uint8Array;
  /** What each bar may decide, by itself and those before it: none, BUYS, SELLS or both. */
  readonly #decides: Uint8Array;
  /** The next bar that is looked at. */
  #at = 0;
  /** The next that decides one of these, by what is asked for. */
  readonly #found = new Map<number, number>();
  /** Bars up to the last one counted that follow each other without a gap. */
  #whole = 0;

  /** What has ended by `since`, UTC epoch ms, only says how things were. */
  constructor(bars: SignalBars, of: BarSettings, { tick, since }: { tick: Big; since: number }) {
    this.#bars = bars;
    this.#of = of;
    this.#tick = tick;
    const { times, interval } = bars;
    this.#standsOut = new Uint8Array(times.length);
    this.#decides = new Uint8Array(times.length);
    const { mean, look } = of.flow;
    for (let at = 0; at < times.length; at += 1) {
      this.#count(at);
      const isFresh = (times[at] ?? 0) + interval > since;
      if (isFresh && this.#whole >= mean + look) this.#decides[at] = this.#decide(at);
    }
  }

  /** When the next one decides that can change anything, UTC epoch ms; null where none does any more. */
  dueFor(able: Able): number | null {
    const at = this.#next(able);
    return at < this.#decides.length ? this.#dueAt(at) : null;
  }

  /** Passes over those before this time, UTC epoch ms, that changed nothing as the run stood until then. */
  passBy(time: number, able: Able): void {
    const ended = positionOf(this.#bars.times, time - this.#of.length - TOLD_AFTER);
    this.#at = Math.max(this.#at, Math.min(ended, this.#next(able)));
  }

  /** What was decided by then; null where nothing was. */
  take(now: number): BarDecision | null {
    const at = this.#next({ buys: true, sells: true });
    if (at >= this.#decides.length || now < this.#dueAt(at)) return null;
    this.#at = at + 1;
    const decides = this.#decides[at] ?? 0;
    const mayBuy = (decides & BUYS) !== 0;
    return { due: this.#dueAt(at), sells: (decides & SELLS) !== 0, signal: () => (mayBuy ? this.#signalAt(at) : null) };
  }

  /** An exchange lists a bar a moment after its end. */
  #dueAt(at: number): number {
    return (this.#bars.times[at] ?? 0) + this.#of.length + TOLD_AFTER;
  }

  #next({ buys, sells }: Able): number {
    const wanted = (buys ? BUYS : 0) | (sells ? SELLS : 0);
    let at = Math.max(this.#at, this.#found.get(wanted) ?? 0);
    while (at < this.#decides.length && ((this.#decides[at] ?? 0) & wanted) === 0) at += 1;
    this.#found.set(wanted, at);
    return at;
  }

  #count(at: number): void {
    const { times, interval } = this.#bars;
    const follows = at > 0 && (times[at] ?? 0) - (times[at - 1] ?? 0) === interval;
    this.#whole = follows ? this.#whole + 1 : 1;
    const { mean, factor } = this.#of.flow;
    if (this.#whole <= mean) return;
    const { volume } = this.#bars;
    let sum = 0;
    for (let before = at - mean; before < at; before += 1) sum += volume[before] ?? 0;
    const usual = sum / mean;
    if (usual > 0 && (volume[at] ?? 0) >= usual * factor) this.#standsOut[at] = 1;
  }

  #flowAt(at: number): Flow {
    const { volume, takerBought, close } = this.#bars;
    const flow = { count: 0, volume: 0, net: 0, worth: 0 };
    for (let each = at - this.#of.flow.look + 1; each <= at; each += 1) {
      if (this.#standsOut[each] !== 1) continue;
      const of = volume[each] ?? 0;
      flow.count += 1;
      flow.volume += of;
      flow.worth += of * (close[each] ?? 0);
      flow.net = flow.net + 2 * (takerBought[each] ?? 0) - of;
    }
    return flow;
  }

  /** PB-8: of this bar alone. */
  #isSold({ volume, net }: Flow): boolean {
    return this.#of.sellersClose && volume > 0 && net / volume <= -this.#of.flow.least;
  }

  /** False only where the live rule gives no signal: doubles near the price leave it to the decimals. */
  #mayBuy(at: number, { count, volume, net, worth }: Flow): boolean {
    const { flow } = this.#of;
    if (volume === 0 || count < flow.bars || net / volume < flow.least) return false;
    return (this.#bars.close[at] ?? 0) >= (worth / volume) * (1 - NEAR);
  }

  #barAt(at: number): SignalBar {
    const { times, close, volume, takerBought, interval } = this.#bars;
    return {
      at: (times[at] ?? 0) + interval,
      close: decimalOf(close[at] ?? 0),
      volume: volume[at] ?? 0,
      takerBought: takerBought[at] ?? 0,
    };
  }

  #decide(at: number): number {
    const flow = this.#flowAt(at);
    return (this.#mayBuy(at, flow) ? BUYS : 0) | (this.#isSold(flow) ? SELLS : 0);
  }

  /** By the rule of a live run. */
  #signalAt(at: number): FlowSignal | null {
    const { flow, length: interval } = this.#of;
    const now = this.#dueAt(at);
    const count = flow.mean + flow.look;
    const bars = Array.from({ length: count }, (_, nth) => this.#barAt(at - count + 1 + nth));
    const since = now - TOLD_AFTER - interval;
    const decided = decideBars(flow, { bars, since, now, interval, tick: this.#tick });
    return decided?.signals.find(({ isMissed }) => !isMissed) ?? null;
  }
}
