import { MINUTE_MS } from '../../lib/durations.ts';

/** Minimum time between checks when the page comes to the front repeatedly. */
const MIN_INTERVAL_MS = MINUTE_MS;

interface Site {
  /** Checks for a new version. */
  fetchUpdate: () => Promise<unknown>;
  now: () => number;
  isOnline: () => boolean;
}

/** Checks for new versions in addition to the hourly check. */
export function createUpdateCheck({ fetchUpdate, now, isOnline }: Site) {
  let last = -Infinity;
  const checkNow = async (): Promise<void> => {
    last = now();
    await fetchUpdate().catch(() => undefined);
  };
  return {
    /** On becoming visible, and hourly. */
    check: async (): Promise<void> => {
      if (isOnline() && now() - last >= MIN_INTERVAL_MS) await checkNow();
    },
    /** On reconnecting, and after an answer of another version. */
    checkNow: checkNow,
  };
}
