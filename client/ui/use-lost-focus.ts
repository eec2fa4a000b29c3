import { useEffect, useRef } from 'react';

interface Watched {
  /** A dialog is open. */
  isOpen: boolean;
  /** Changes with the buttons of the place. */
  state?: string;
}

/** Ref of the place that takes the focus when the button that had it, or that opened a dialog, is gone. */
export function useLostFocus<Place extends HTMLElement>({ isOpen, state }: Watched) {
  const place = useRef<Place>(null);
  const seen = useRef({ isOpen, state });
  useEffect(() => {
    const isChanged = seen.current.isOpen !== isOpen || seen.current.state !== state;
    const isLost = isChanged && !isOpen && document.activeElement === document.body;
    if (isLost) place.current?.focus({ preventScroll: true });
    seen.current = { isOpen, state };
  }, [isOpen, state]);
  return place;
}
