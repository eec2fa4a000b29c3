import type { Clock } from '../../lib/clock.ts';

interface Kept {
  read: Promise<string>;
  until: number;
}

interface Options {
  clock: Clock;
  /** How many are kept at most: whatever was read longest ago goes first. */
  most: number;
}

/**
 * What is the same for all people is read and encoded once for all who ask within `keptFor` ms of the first. A read that
 * fails is not kept.
 */
export function sharedReads({ clock, most }: Options) {
  const kept = new Map<string, Kept>();
  const forget = (name: string, entry: Kept): void => {
    if (kept.get(name) === entry) kept.delete(name);
  };
  return (name: string, keptFor: number, read: () => Promise<string>): Promise<string> => {
    const now = clock();
    const known = kept.get(name);
    if (known && now < known.until) return known.read;
    const entry = { read: read(), until: now + keptFor };
    // Written anew, it is the youngest.
    kept.delete(name);
    kept.set(name, entry);
    for (const [oldest] of kept) {
      if (kept.size <= most) break;
      kept.delete(oldest);
    }
    entry.read.catch(() => forget(name, entry));
    return entry.read;
  };
}
