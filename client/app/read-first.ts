import type { QueryClient } from '@tanstack/react-query';

/** Asks for what a page shows first, by its address. */
export type ReadFirst = (client: QueryClient, search: URLSearchParams) => Promise<unknown>[];
