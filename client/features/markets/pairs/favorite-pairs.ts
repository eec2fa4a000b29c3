import { useCallback, useSyncExternalStore } from 'react';
import type { Market } from '#contracts/symbol.ts';
import { createListeners } from '../../../lib/listeners.ts';

const keyOf = (market: Market): string => `favourite-pairs ${market}`;

const listeners = createListeners();
/** What was stored last, so that equal favorites are the same set. */
const known = new Map<Market, { text: string; names: ReadonlySet<string> }>();

function stored(market: Market): ReadonlySet<string> {
  const text = localStorage.getItem(keyOf(market)) ?? '';
  const before = known.get(market);
  if (before?.text === text) return before.names;
  const names = new Set(text.split(' ').filter(Boolean));
  known.set(market, { text, names });
  return names;
}

/** Another tab may change them. */
function subscribe(listener: () => void): () => void {
  const stop = listeners.subscribe(listener);
  window.addEventListener('storage', listener);
  return () => {
    stop();
    window.removeEventListener('storage', listener);
  };
}

function toggle(market: Market, name: string): void {
  const next = new Set(stored(market));
  if (!next.delete(name)) next.add(name);
  localStorage.setItem(keyOf(market), [...next].join(' '));
  listeners.notify();
}

/** Favorite pairs of this device, and a function to toggle one. */
export function useFavoritePairs(market: Market): [ReadonlySet<string>, (name: string) => void] {
  const favorites = useSyncExternalStore(subscribe, () => stored(market));
  return [favorites, useCallback((name: string) => toggle(market, name), [market])];
}
