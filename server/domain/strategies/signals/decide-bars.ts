import type { Big } from 'big.js';
import { isMissed } from './opening-deals.ts';
import { type FlowBar, flowOf, type FlowSettings, sellersPrevail, smartMoneyEntry } from './smart-money.ts';

/** A bar that has ended; `at` is its end, UTC epoch ms. */
export interface SignalBar extends FlowBar {
  at: number;
}

export interface FlowSignal {
  at: number;
  /** Where it buys, counter units. */
  price: Big;
  flow: number;
  /** PB-2: it was known too late to be traded. */
  isMissed: boolean;
}

/** What the last bar says. */
export interface DecidedBars {
  /** Its end, UTC epoch ms. */
  until: number;
  /** PB-10: whole bars that are still missing before anything is decided. */
  missing: number;
  standOut: number;
  /** −1 to 1; null where no bar stands out. */
  flow: number | null;
}

export interface BarsDecision {
  decided: DecidedBars;
  /** Of bars since the last decision, the oldest first. */
  signals: FlowSignal[];
  /** PB-8: sellers prevail in the last bar. */
  sells: boolean;
}

interface Bars {
  bars: readonly SignalBar[];
  /** The end of the last bar that was decided on before. */
  since: number;
  now: number;
  /** Of a bar, ms. */
  interval: number;
  tick: Big;
}

/** PB-10: the bars up to the last that follow each other without a gap. */
export function wholeBars<Bar extends Pick<SignalBar, 'at'>>(bars: readonly Bar[], interval: number): Bar[] {
  const gap = bars.findLastIndex((bar, at) => at > 0 && bar.at - (bars[at - 1]?.at ?? 0) !== interval);
  return bars.slice(Math.max(0, gap));
}

/** PB-2, PB-8, PB-10: what the bars that have ended since the last decision mean; null where there are none. */
export function decideBars(settings: FlowSettings, { bars, since, now, interval, tick }: Bars): BarsDecision | null {
  const fresh = bars.filter(({ at }) => at > since && at <= now);
  const last = fresh.at(-1);
  if (!last) return null;
  const upTo = (at: number) =>
    wholeBars(
      bars.filter((bar) => bar.at <= at),
      interval,
    );
  const signals = fresh.flatMap(({ at }): FlowSignal[] => {
    const whole = upTo(at);
    const price = smartMoneyEntry(whole, settings, tick);
    const flow = flowOf(whole, settings)?.outstanding?.flow;
    return price && flow !== undefined ? [{ at, price, flow, isMissed: isMissed({ barEnd: at, now }, interval) }] : [];
  });
  const whole = upTo(last.at);
  const found = flowOf(whole, settings);
  return {
    decided: {
      until: last.at,
      missing: Math.max(0, settings.mean + settings.look - whole.length),
      standOut: found?.standsOut.length ?? 0,
      flow: found?.outstanding?.flow ?? null,
    },
    signals,
    sells: !isMissed({ barEnd: last.at, now }, interval) && sellersPrevail(whole, settings),
  };
}
