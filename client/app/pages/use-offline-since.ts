import { useEffect, useState } from 'react';
import { useLiveState } from '../../live/live-provider.tsx';

/** A connection that returns within this time is not reported as offline. */
const GRACE_MS = 5000;

const graceLeft = (since: number): number => since + GRACE_MS - Date.now();

/** Offline since when, epoch ms; null while online. */
export function useOfflineSince(): number | null {
  const state = useLiveState();
  const since = 'since' in state ? state.since : null;
  const [reported, setReported] = useState(() => (since !== null && graceLeft(since) <= 0 ? since : null));
  useEffect(() => {
    const timer = since === null ? undefined : setTimeout(() => setReported(since), graceLeft(since));
    return () => clearTimeout(timer);
  }, [since]);
  return reported === since ? since : null;
}
