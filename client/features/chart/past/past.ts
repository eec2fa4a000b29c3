import type { Bar } from '../bars.ts';

/** The bars read so far, oldest first, without a gap. */
export interface Past {
  bars: readonly Bar[];
  /** Nothing is older. */
  whole: boolean;
}

/** The newest bars in the place of those read before; what is older stays where the two overlap. */
export function withNewest(before: Past | undefined, newest: readonly Bar[]): Past {
  const [first] = newest;
  const last = before?.bars.at(-1);
  if (!before || !first || !last || last.openTime < first.openTime) return { bars: newest, whole: newest.length === 0 };
  const older = before.bars.filter(({ openTime }) => openTime < first.openTime);
  return { bars: [...older, ...newest], whole: before.whole };
}

/** Bars that end where those of `since` began; they are left out once others stand there. */
export function withOlder(now: Past, older: readonly Bar[], since: Bar): Past {
  if (now.bars[0]?.openTime !== since.openTime) return now;
  const added = older.filter(({ openTime }) => openTime < since.openTime);
  return { bars: [...added, ...now.bars], whole: added.length === 0 };
}
