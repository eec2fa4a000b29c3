import { useEffect, useRef, useState } from 'react';
import { share } from './share.ts';

/**
 * `rested` follows the value once it has been stable for `rest` ms, and at least every `most` ms while it keeps
 * changing. Values are compared structurally, decimals by value.
 */
export function useRested<T>(value: T, { rest, most }: { rest: number; most: number }) {
  const [latest, setLatest] = useState(value);
  const [rested, setRested] = useState(value);
  const since = useRef<number | null>(null);
  const shared = share(latest, value) as T;
  if (shared !== latest) setLatest(shared);
  useEffect(() => {
    if (latest === rested) {
      since.current = null;
      return undefined;
    }
    since.current ??= performance.now();
    const wait = Math.min(rest, Math.max(0, since.current + most - performance.now()));
    const timer = setTimeout(() => setRested(latest), wait);
    return () => clearTimeout(timer);
  }, [latest, rested, rest, most]);
  return { rested, waiting: latest !== rested };
}
