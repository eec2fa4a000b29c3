import type { QueryKey } from '@tanstack/react-query';
import { DAY_MS } from '../durations.ts';

/** P-03: maximum age of persisted data. */
export const MAX_AGE_MS = 7 * DAY_MS;

/** Query options that persist the data for offline reading until sign-out. */
export const persistOffline = { meta: { offline: true }, gcTime: MAX_AGE_MS } as const;

/** Whether persisted data of this query key matches this version. */
export type MatchesContract = (key: QueryKey, data: unknown) => boolean;
