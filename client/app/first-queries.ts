import type { QueryClient } from '@tanstack/react-query';

/** Starts the queries that a page needs for its first render. */
export type FirstQueries = (client: QueryClient, search: URLSearchParams) => Promise<unknown>[];
