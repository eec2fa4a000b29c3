import { useDeferredValue } from 'react';

/**
 * What has come, and undefined until it is drawn for the first time: that is done in small parts, between which the page
 * hears what somebody does. Whatever comes later is there at once.
 */
export const useArrived = <T>(data: T | undefined): T | undefined =>
  useDeferredValue(data !== undefined) ? data : undefined;
