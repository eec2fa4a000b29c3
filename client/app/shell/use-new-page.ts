import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** Moves focus and scroll to the top on navigation, except when going back. */
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
