import { useCallback, useRef } from 'react';

/** For a control that makes way for another while that is used: once it is back, it has the focus again. */
export function useFocusBack() {
  const isDue = useRef(false);
  const ref = useCallback((control: HTMLElement | null) => {
    if (!control || !isDue.current) return;
    isDue.current = false;
    control.focus();
  }, []);
  const giveBack = useCallback(() => {
    isDue.current = true;
  }, []);
  return { ref, giveBack };
}

/** A ref of what is to be used at once. */
export const focusNow = (control: HTMLElement | null): void => control?.focus();
