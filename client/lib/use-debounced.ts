import { useEffect, useRef, useState } from 'react';
import { share } from './share.ts';

interface Options {
  wait: number;
  maxWait?: number;
}

/**
 * `debounced` follows the value once it has been stable for `wait` ms, and at least every `maxWait` ms while it keeps
 * changing. Values are compared structurally, decimals by value.
 */
export function useDebounced<T>(value: T, { wait, maxWait = Infinity }: Options) {
  const [latest, setLatest] = useState(value);
  const [debounced, setDebounced] = useState(value);
  const since = useRef<number | null>(null);
  const shared = share(latest, value) as T;
  if (shared !== latest) setLatest(shared);
  useEffect(() => {
    if (latest === debounced) {
      since.current = null;
      return undefined;
    }
    since.current ??= performance.now();
    const delay = Math.min(wait, Math.max(0, since.current + maxWait - performance.now()));
    const timer = setTimeout(() => setDebounced(latest), delay);
    return () => clearTimeout(timer);
  }, [latest, debounced, wait, maxWait]);
  return { debounced, pending: latest !== debounced };
}
