import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/**
 * False while the app takes over a part that was drawn at the build: until then it shows what it was drawn with, however
 * soon an answer comes. True everywhere else.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
