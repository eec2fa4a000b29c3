/** A page that is looked at again and again asks no more often. */
const LEAST_MS = 60_000;

interface Site {
  /** Asks the site for another version. */
  ask: () => Promise<unknown>;
  now: () => number;
  isOnline: () => boolean;
}

/** When another version is looked for, besides the hourly look. */
export function createLook({ ask, now, isOnline }: Site) {
  let last = -Infinity;
  const askNow = async (): Promise<void> => {
    last = now();
    await ask().catch(() => undefined);
  };
  return {
    /** The page came to the front, or the hour is over. */
    look: async (): Promise<void> => {
      if (isOnline() && now() - last >= LEAST_MS) await askNow();
    },
    /** The connection is back, or an answer was of another version. */
    lookNow: askNow,
  };
}
