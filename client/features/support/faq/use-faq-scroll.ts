import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { FaqEntry } from '#contracts/support.ts';

/** Up to this many matches are expanded. */
const OPENED = 5;

/** 'nearest' leaves an element alone that is in view. */
const scrollTo = (element: Element | null | undefined, block: 'start' | 'nearest'): void => {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element?.scrollIntoView({ behavior: still ? 'auto' : 'smooth', block });
};

const hasFocus = (element: Element | null): boolean => element?.contains(document.activeElement) ?? false;

interface FaqScroll {
  place: RefObject<HTMLElement | null>;
  /** The search box. */
  box: RefObject<HTMLElement | null>;
  /** The contact form, below the answers. */
  contact: RefObject<HTMLElement | null>;
  search: string;
  /** Fragment of the address: id of an entry or a group. */
  hash: string;
  /** Search results. */
  found: readonly FaqEntry[];
}

/**
 * Scrolls to the answer of a deep link, or to the search results with the search box in view. While the contact form
 * is filled in, it stays in view instead: the search is applied after a pause.
 */
export function useFaqScroll({ place, box, contact, search, hash, found }: FaqScroll): void {
  useEffect(() => {
    const target =
      hash === '' ? null : document.querySelector(`[id="${CSS.escape(decodeURIComponent(hash.slice(1)))}"]`);
    if (target instanceof HTMLDetailsElement) {
      target.open = true;
      target.querySelector('summary')?.focus({ preventScroll: true });
    }
    scrollTo(target, 'start');
  }, [hash]);
  const key = found.map(({ id }) => id).join(' ');
  useEffect(() => {
    const ids = key === '' ? [] : key.split(' ');
    if (ids.length === 0) return;
    for (const details of place.current?.querySelectorAll('details') ?? []) {
      details.open = ids.length <= OPENED && ids.includes(details.id);
    }
    if (!hasFocus(contact.current)) scrollTo(box.current, 'nearest');
  }, [place, box, contact, key]);
  const shown = useRef(search);
  useLayoutEffect(() => {
    if (shown.current === search) return;
    shown.current = search;
    if (!hasFocus(contact.current)) return;
    (contact.current?.querySelector('[role=alert]') ?? document.activeElement)?.scrollIntoView({ block: 'center' });
  }, [contact, search]);
}
