import { useState } from 'react';
import type { Market } from '#contracts/symbol.ts';

const keyOf = (market: Market): string => `favourite-pairs ${market}`;

function stored(market: Market): ReadonlySet<string> {
  return new Set(localStorage.getItem(keyOf(market))?.split(' ').filter(Boolean));
}

/** Favorite pairs of this device, and a function to toggle one. */
export function useFavoritePairs(market: Market): [ReadonlySet<string>, (name: string) => void] {
  const [favorites, setFavorites] = useState(() => stored(market));
  const toggle = (name: string) => {
    // Another tab may have changed them.
    const next = new Set(stored(market));
    if (!next.delete(name)) next.add(name);
    localStorage.setItem(keyOf(market), [...next].join(' '));
    setFavorites(next);
  };
  return [favorites, toggle];
}
