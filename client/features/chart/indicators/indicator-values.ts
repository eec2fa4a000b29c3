import type { Bar } from '../bars.ts';
import type { Indicator, Values } from './indicators.ts';

/** Doubles: an indicator is a statistic, never an amount. */
const closeOf = ({ close }: Bar): number => close.toNumber();

/** Values of an indicator bar by bar; only the last bar is computed again while it forms. */
export function indicatorValues({ follow }: Indicator) {
  let running = follow();
  let last: Bar | null = null;
  let byTime = new Map<number, Values>();
  const next = (bar: Bar): Values => {
    if (last && last.openTime !== bar.openTime) running.add(closeOf(last));
    last = bar;
    const values = running.preview(closeOf(bar)) ?? [];
    byTime.set(bar.openTime, values);
    return values;
  };
  return {
    /** Of all bars, computed anew. */
    setBars(bars: readonly Bar[]): Values[] {
      running = follow();
      last = null;
      byTime = new Map();
      return bars.map(next);
    },
    /** Of the last bar, as a trade has changed it, or of a new one. */
    setLast: next,
    at: (openTime: number): Values => byTime.get(openTime) ?? [],
  };
}
