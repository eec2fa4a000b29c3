import { useCallback, useRef } from 'react';

/** Returns focus to a control that was temporarily replaced by another. */
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

/** Ref callback for an element that takes focus when mounted. */
export const focusNow = (control: HTMLElement | null): void => control?.focus();
