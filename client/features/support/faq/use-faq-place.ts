import { type RefObject, useEffect } from 'react';
import type { FaqEntry } from '#contracts/support.ts';

/** Of so few matches each is opened. */
const OPENED = 5;

const scrollTo = (element: Element | null | undefined): void => {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element?.scrollIntoView({ behavior: still ? 'auto' : 'smooth', block: 'start' });
};

interface Deps {
  place: RefObject<HTMLElement | null>;
  /** Where the search is typed. */
  box: RefObject<HTMLElement | null>;
  /** The address's fragment: the id of an entry or of a group. */
  hash: string;
  /** What the search found. */
  found: readonly FaqEntry[];
}

/** Leads the eye to the answer of a deep link, and to what a search found, with its box still in sight. */
export function useFaqPlace({ place, box, hash, found }: Deps): void {
  useEffect(() => {
    const target =
      hash === '' ? null : document.querySelector(`[id="${CSS.escape(decodeURIComponent(hash.slice(1)))}"]`);
    if (target instanceof HTMLDetailsElement) {
      target.open = true;
      target.querySelector('summary')?.focus({ preventScroll: true });
    }
    scrollTo(target);
  }, [hash]);
  const key = found.map(({ id }) => id).join(' ');
  useEffect(() => {
    const ids = key === '' ? [] : key.split(' ');
    if (ids.length === 0) return;
    for (const details of place.current?.querySelectorAll('details') ?? []) {
      details.open = ids.length <= OPENED && ids.includes(details.id);
    }
    scrollTo(box.current);
  }, [place, box, key]);
}
