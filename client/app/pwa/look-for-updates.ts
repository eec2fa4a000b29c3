/** Minimum time between checks when the page comes to the front repeatedly. */
const LEAST_MS = 60_000;

interface Site {
  /** Checks for a new version. */
  ask: () => Promise<unknown>;
  now: () => number;
  isOnline: () => boolean;
}

/** Checks for new versions in addition to the hourly check. */
export function createLook({ ask, now, isOnline }: Site) {
  let last = -Infinity;
  const askNow = async (): Promise<void> => {
    last = now();
    await ask().catch(() => undefined);
  };
  return {
    /** On becoming visible, and hourly. */
    look: async (): Promise<void> => {
      if (isOnline() && now() - last >= LEAST_MS) await askNow();
    },
    /** On reconnecting, and after an answer of another version. */
    lookNow: askNow,
  };
}
