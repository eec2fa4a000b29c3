import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/**
 * False during hydration, so that pre-rendered content is matched even if data is already there; true everywhere else.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
