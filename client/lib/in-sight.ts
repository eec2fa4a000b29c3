/** What will be scrolled to next counts as seen. */
const MARGIN = '50%';

const heard = new WeakMap<Element, (seen: boolean) => void>();
let watcher: IntersectionObserver | undefined;

/** One observer for all. */
const observer = (): IntersectionObserver =>
  (watcher ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) heard.get(target)?.(isIntersecting);
    },
    { rootMargin: MARGIN },
  ));

/** Tells whether an element is in sight or near it, soon and at every change; answers how to stop. */
export function watchSight(element: Element, hear: (seen: boolean) => void): () => void {
  heard.set(element, hear);
  observer().observe(element);
  return () => {
    heard.delete(element);
    observer().unobserve(element);
  };
}
