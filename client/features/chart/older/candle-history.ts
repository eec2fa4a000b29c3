import type { Bar } from '../bars.ts';

/** Candles without a gap, oldest first. */
export interface CandleHistory {
  bars: readonly Bar[];
  /** No older candles exist. */
  whole: boolean;
}

/** Replaces the newest candles and keeps the older ones if the two overlap. */
export function withNewest(before: CandleHistory | undefined, newest: readonly Bar[]): CandleHistory {
  const [first] = newest;
  const last = before?.bars.at(-1);
  if (!before || !first || !last || last.openTime < first.openTime) return { bars: newest, whole: newest.length === 0 };
  const older = before.bars.filter(({ openTime }) => openTime < first.openTime);
  return { bars: [...older, ...newest], whole: before.whole };
}

/** Prepends older candles that end where `since` began; ignored if the history has changed meanwhile. */
export function withOlder(now: CandleHistory, older: readonly Bar[], since: Bar): CandleHistory {
  if (now.bars[0]?.openTime !== since.openTime) return now;
  const added = older.filter(({ openTime }) => openTime < since.openTime);
  return { bars: [...added, ...now.bars], whole: added.length === 0 };
}
