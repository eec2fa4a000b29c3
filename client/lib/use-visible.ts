import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Whether anybody can see the page. */
export const useVisible = (): boolean => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
