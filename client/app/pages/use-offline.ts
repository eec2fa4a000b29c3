import { useNow } from '../../lib/use-now.ts';
import { useLiveState } from '../../live/live-provider.tsx';

/** A socket that is back within this time was hardly gone. */
const GRACE_MS = 5000;

/** Since when the page has been cut off, epoch ms; null while it is not. */
export function useOfflineSince(): number | null {
  const state = useLiveState();
  const now = useNow(1000);
  return 'since' in state && now - state.since >= GRACE_MS ? state.since : null;
}
