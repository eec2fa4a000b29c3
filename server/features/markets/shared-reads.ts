import type { Clock } from '../../lib/clock.ts';

interface Kept {
  read: Promise<string>;
  renewAt: number;
  until: number;
  /** What answers while this is being read, as long as that may be kept. */
  before: Kept | null;
}

interface Options {
  clock: Clock;
  /** How many are kept at most: whatever was read longest ago goes first. */
  most: number;
}

/** The part of its time after which it is read anew for who asks next, so that no request waits when the time is over. */
const RENEWED_AFTER = 0.75;

const answerOf = ({ read, before }: Kept, now: number): Promise<string> =>
  before && now < before.until ? before.read : read;

/**
 * What is the same for all people is read and encoded once for all who ask within `keptFor` ms of the first. A read that
 * fails is not kept.
 */
export function sharedReads({ clock, most }: Options) {
  const kept = new Map<string, Kept>();

  function keep(name: string, entry: Kept): void {
    // Written anew, it is the youngest.
    kept.delete(name);
    kept.set(name, entry);
    for (const [oldest] of kept) {
      if (kept.size <= most) break;
      kept.delete(oldest);
    }
  }

  return (name: string, keptFor: number, read: () => Promise<string>): Promise<string> => {
    const now = clock();
    const known = kept.get(name);
    if (known && now < known.renewAt) return answerOf(known, now);
    const times = { renewAt: now + keptFor * RENEWED_AFTER, until: now + keptFor };
    const entry: Kept = { ...times, read: read(), before: known ?? null };
    keep(name, entry);
    entry.read.then(
      () => (entry.before = null),
      () => kept.get(name) === entry && kept.delete(name),
    );
    return answerOf(entry, now);
  };
}
