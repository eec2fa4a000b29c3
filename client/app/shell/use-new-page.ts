import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** A new page is read from its beginning, by the eye and by a screen reader; going back keeps the place. */
export function useNewPage() {
  const main = useRef<HTMLElement>(null);
  const { pathname, hash } = useLocation();
  const way = useNavigationType();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
    if (way !== NavigationType.Pop && hash === '') window.scrollTo(0, 0);
  }, [pathname, hash, way]);
  return main;
}
