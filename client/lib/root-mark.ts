import { useLayoutEffect } from 'react';

const counts = new Map<string, number>();

function count(name: string, by: 1 | -1): void {
  const now = (counts.get(name) ?? 0) + by;
  counts.set(name, now);
  document.documentElement.toggleAttribute(`data-${name}`, now > 0);
}

/**
 * Marks the page's root with `data-<name>` while any component asks for it, for styles of what is outside of it. A `:has()`
 * instead would be matched again with each change anywhere in the page: at twenty prices a second, most of the time.
 */
export function useRootMark(name: string, isOn = true): void {
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    count(name, 1);
    return () => count(name, -1);
  }, [name, isOn]);
}
