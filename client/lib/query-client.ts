import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { CallError, NetworkError } from './call.ts';
import { share } from './share.ts';

const GATEWAY = new Set([502, 503, 504]);

/** Retries reads after network and gateway errors, never after a refusal. */
export const worthRetrying = (failures: number, error: unknown): boolean =>
  failures < 2 && (error instanceof NetworkError || (error instanceof CallError && GATEWAY.has(error.status)));

interface Options {
  /** The server no longer knows this session. */
  onUnauthorized: () => void;
}

export function createQueryClient({ onUnauthorized }: Options): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof CallError && error.status === 401) onUnauthorized();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // navigator.onLine is unreliable, and a paused order must never be sent later: calls are sent or fail.
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: worthRetrying,
        staleTime: 10_000,
        structuralSharing: share,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
