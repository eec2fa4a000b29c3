import type { QueryClient } from '@tanstack/react-query';

/** Starts the queries that a page needs for its first render. */
export type ReadFirst = (client: QueryClient, search: URLSearchParams) => Promise<unknown>[];
