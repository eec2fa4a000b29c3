import { type RefObject, useEffect } from 'react';

/** Of so few matches each is opened. */
const OPENED = 5;

const scrollTo = (element: Element | null | undefined): void => {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element?.scrollIntoView({ behavior: still ? 'auto' : 'smooth', block: 'start' });
};

interface Needs {
  place: RefObject<HTMLElement | null>;
  /** The address's fragment: the id of an entry or of a group. */
  hash: string;
  /** The ids that the search found. */
  found: readonly string[];
}

/** Leads the eye to the answer of a deep link, and to the first answer that a search found. */
export function useFaqPlace({ place, hash, found }: Needs): void {
  useEffect(() => {
    const target =
      hash === '' ? null : document.querySelector(`[id="${CSS.escape(decodeURIComponent(hash.slice(1)))}"]`);
    if (target instanceof HTMLDetailsElement) {
      target.open = true;
      target.querySelector('summary')?.focus({ preventScroll: true });
    }
    scrollTo(target);
  }, [hash]);
  const key = found.join(' ');
  useEffect(() => {
    const ids = key === '' ? [] : key.split(' ');
    if (ids.length === 0) return;
    for (const details of place.current?.querySelectorAll('details') ?? []) {
      details.open = ids.length <= OPENED && ids.includes(details.id);
    }
    scrollTo(place.current?.querySelector('[data-match]'));
  }, [place, key]);
}
