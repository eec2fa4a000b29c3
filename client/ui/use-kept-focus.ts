import { type FocusEvent, useEffect, useRef } from 'react';

/** Spread onto a container: it takes focus if the focused element inside is removed. */
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
    // Removed elements blur without a related target.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      wasInside.current = relatedTarget === null;
    },
  };
}
