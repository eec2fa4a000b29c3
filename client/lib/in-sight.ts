/** Elements about to scroll into view count as visible. */
const MARGIN = '50%';

const heard = new WeakMap<Element, (seen: boolean) => void>();
let watcher: IntersectionObserver | undefined;

/** One observer for all elements. */
const observer = (): IntersectionObserver =>
  (watcher ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) heard.get(target)?.(isIntersecting);
    },
    { rootMargin: MARGIN },
  ));

/**
 * Reports whether an element is in or near the viewport, initially and on every change; returns the unsubscribe
 * function.
 */
export function watchSight(element: Element, hear: (seen: boolean) => void): () => void {
  heard.set(element, hear);
  observer().observe(element);
  return () => {
    heard.delete(element);
    observer().unobserve(element);
  };
}
