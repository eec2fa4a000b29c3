import { useDeferredValue } from 'react';

/**
 * Undefined until the data's first render, which is deferred and time-sliced so that input is handled in between; later
 * changes are immediate.
 */
export const useDeferredData = <T>(data: T | undefined): T | undefined =>
  useDeferredValue(data !== undefined) ? data : undefined;
