import type { Bar } from '../bars.ts';

/** The bars on the chart with what trades have added, by time. */
export function barIndex() {
  let all: Bar[] = [];
  let indexes = new Map<number, number>();
  return {
    set(bars: readonly Bar[]): void {
      all = [...bars];
      indexes = new Map(bars.map(({ openTime }, at) => [openTime, at]));
    },
    setLast(bar: Bar): void {
      const at = indexes.get(bar.openTime) ?? all.length;
      indexes.set(bar.openTime, at);
      all[at] = bar;
    },
    bars: (): readonly Bar[] => all,
    /** The bar that opened at a time, by default the last, with the one before. */
    shown(openTime?: number): { bar: Bar; before: Bar | undefined } | null {
      const at = (openTime === undefined ? undefined : indexes.get(openTime)) ?? all.length - 1;
      const bar = all[at];
      return bar ? { bar, before: all[at - 1] } : null;
    },
  };
}
