import type { QueryKey } from '@tanstack/react-query';

const DAY_MS = 24 * 60 * 60_000;

/** P-03: what was read is kept on the device for this long at most. */
export const KEPT_MS = 7 * DAY_MS;

/** Spread into a query's options: its data can be read without a connection, until the person logs out. */
export const readableOffline = { meta: { offline: true }, gcTime: KEPT_MS } as const;

/** Whether what is kept under this key is what this version of the page reads. */
export type IsAsAgreed = (key: QueryKey, data: unknown) => boolean;
