import type { Bar } from '../bars.ts';

/** Candles without a gap, oldest first. */
export interface CandleHistory {
  bars: readonly Bar[];
  /** No older candles exist. */
  whole: boolean;
}

/** Bars to read again: the last known one, which was still forming, and those after it; all if none is known. */
export function barsSince(before: CandleHistory | undefined, now: number, length: number): number {
  const last = before?.bars.at(-1);
  return last ? Math.max(Math.floor((now - last.openTime) / length) + 1, 2) : Infinity;
}

/** Whether these bars follow the known ones without a gap. */
export function continues(before: CandleHistory | undefined, newest: readonly Bar[]): boolean {
  const [last, first] = [before?.bars.at(-1), newest[0]];
  return !last || (first !== undefined && first.openTime <= last.openTime);
}

/** Replaces the newest candles and keeps the older ones if the two overlap. */
export function withNewest(before: CandleHistory | undefined, newest: readonly Bar[]): CandleHistory {
  const [first] = newest;
  if (!before?.bars.length || !first || !continues(before, newest)) return { bars: newest, whole: newest.length === 0 };
  const older = before.bars.filter(({ openTime }) => openTime < first.openTime);
  return { bars: [...older, ...newest], whole: before.whole };
}

/** Prepends older candles that end where `since` began; ignored if the history has changed meanwhile. */
export function withOlder(now: CandleHistory, older: readonly Bar[], since: Bar): CandleHistory {
  if (now.bars[0]?.openTime !== since.openTime) return now;
  const added = older.filter(({ openTime }) => openTime < since.openTime);
  return { bars: [...added, ...now.bars], whole: added.length === 0 };
}
