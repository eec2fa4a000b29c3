import { type RefObject, useEffect, useState } from 'react';

/** Elements about to scroll into view count as visible. */
const MARGIN = '50%';

const listeners = new WeakMap<Element, (seen: boolean) => void>();
let watcher: IntersectionObserver | undefined;

/** One observer for all elements. */
const observer = (): IntersectionObserver =>
  (watcher ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
    },
    { rootMargin: MARGIN, scrollMargin: MARGIN },
  ));

/**
 * Reports whether an element is in or near the viewport, initially and on every change; returns the unsubscribe
 * function.
 */
export function observeVisibility(element: Element, listener: (seen: boolean) => void): () => void {
  listeners.set(element, listener);
  observer().observe(element);
  return () => {
    listeners.delete(element);
    observer().unobserve(element);
  };
}

/** Whether an element is in or near the viewport; true until first observed. */
export function useInViewport(ref: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(true);
  useEffect(() => (ref.current ? observeVisibility(ref.current, setSeen) : undefined), [ref]);
  return seen;
}
