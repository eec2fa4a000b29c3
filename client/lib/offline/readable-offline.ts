import type { QueryKey } from '@tanstack/react-query';

const DAY_MS = 24 * 60 * 60_000;

/** P-03: maximum age of persisted data. */
export const KEPT_MS = 7 * DAY_MS;

/** Query options that persist the data for offline reading until sign-out. */
export const readableOffline = { meta: { offline: true }, gcTime: KEPT_MS } as const;

/** Whether persisted data of this query key matches this version. */
export type IsAsAgreed = (key: QueryKey, data: unknown) => boolean;
