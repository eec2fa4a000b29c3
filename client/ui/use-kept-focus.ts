import { type FocusEvent, useEffect, useRef } from 'react';

/** To be spread on a whole whose parts come and go: where the part in focus has gone, the whole has the focus. */
export function useKeptFocus<Whole extends HTMLElement>() {
  const ref = useRef<Whole>(null);
  const wasInside = useRef(false);
  useEffect(() => {
    if (wasInside.current && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  });
  return {
    ref,
    tabIndex: -1,
    onFocus: () => {
      wasInside.current = true;
    },
    // What is removed is left for nothing.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      wasInside.current = relatedTarget === null;
    },
  };
}
