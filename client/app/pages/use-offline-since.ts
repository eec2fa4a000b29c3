import { useNow } from '../../lib/use-now.ts';
import { useLiveState } from '../../live/live-provider.tsx';

/** A connection that returns within this time is not reported as offline. */
const GRACE_MS = 5000;

/** Offline since when, epoch ms; null while online. */
export function useOfflineSince(): number | null {
  const state = useLiveState();
  const now = useNow(1000);
  return 'since' in state && now - state.since >= GRACE_MS ? state.since : null;
}
