import { type RefObject, useEffect, useState } from 'react';

/** What will be scrolled to next counts as seen. */
const MARGIN = '50%';

const heard = new WeakMap<Element, (seen: boolean) => void>();
let watcher: IntersectionObserver | undefined;

/** One observer for all. */
const watch = (): IntersectionObserver =>
  (watcher ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) heard.get(target)?.(isIntersecting);
    },
    { rootMargin: MARGIN },
  ));

/** Whether an element is in sight or near it; of one that was just drawn it is assumed. */
export function useInSight(ref: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(true);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    heard.set(element, setSeen);
    watch().observe(element);
    return () => {
      heard.delete(element);
      watch().unobserve(element);
    };
  }, [ref]);
  return seen;
}
