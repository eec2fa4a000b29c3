import { useEffect, useRef, useState } from 'react';
import { share } from './share.ts';

/**
 * `rested`: the newest value once no other has come for `rest` ms; while others keep coming, one every `most` ms. Equal
 * values, decimals by their value, are the same.
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
