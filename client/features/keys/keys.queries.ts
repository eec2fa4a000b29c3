import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { addKey, createPaperKey, type KeyGroup, listKeys } from '#contracts/keys.ts';
import type { JsonOf } from '#contracts/endpoint.ts';
import type { Market } from '#contracts/symbol.ts';
import { call } from '../../lib/call.ts';
import { sentenceOf } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';

export const keysKey = ['keys'] as const;

export const allKeys = queryOptions({
  queryKey: keysKey,
  queryFn: ({ signal }) => call(listKeys, { signal }),
  staleTime: 30_000,
});

type Keys = Awaited<ReturnType<typeof call<typeof listKeys>>>;

/** The group whose main key trades on this market; null when there is none. */
export const activeGroup = (keys: Keys | undefined, market: Market): KeyGroup | null =>
  keys?.apiKeyMarketGroups.find((group) => group.market === market)?.activeMainApiKeyGroup ?? null;

export type NewKey = JsonOf<typeof addKey>;

/** Adds a key; `added` hears of success only, everything else is said here. */
function useAdding<Input>(add: (input: Input) => Promise<string | null>, added: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: add,
    onSuccess: async (error) => {
      if (error !== null) {
        toast.warning(error);
        return;
      }
      toast.success('API successfully added');
      // What the key makes possible is read anew: rows, balances, its card.
      await client.invalidateQueries();
      added();
    },
    onError: (error) => toast.error(sentenceOf(error)),
  });
}

export const useAddKey = (added: () => void) =>
  useAdding(async (json: NewKey) => (await call(addKey, { json })).error, added);

/** A new funded paper account and its key, in one press. */
export const usePaperKey = (added: () => void) =>
  useAdding(async () => {
    const { key, secret } = await call(createPaperKey);
    return (await call(addKey, { json: { market: 'binance', name: 'Paper', key, secret } })).error;
  }, added);
