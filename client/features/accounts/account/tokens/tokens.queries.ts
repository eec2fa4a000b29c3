import { isolated } from '#contracts/rules/isolated.ts';
import {
  type ApiToken,
  createToken,
  type CreateToken,
  listTokens,
  listTokenUses,
  removeToken,
} from '#contracts/tokens.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../lib/call.ts';
import { toast } from '../../../../ui/toast.ts';

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: async ({ signal }) => (await call(listTokens, { signal })).tokens,
});

/** Ten a page. */
export const tokenUses = (tokenId: string, page: number) =>
  queryOptions({
    queryKey: ['token-uses', tokenId, page],
    queryFn: ({ signal }) => call(listTokenUses, { signal, params: { tokenId }, query: { page } }),
    placeholderData: keepPreviousData,
  });

/** The token itself is in the answer, once. */
export function useCreateToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: CreateToken) => call(createToken, { json }),
    onSuccess: () => client.invalidateQueries(tokensQuery),
  });
}

export function useRemoveToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ tokenId }: ApiToken) => call(removeToken, { params: { tokenId } }),
    onSuccess: (_, { name }) => toast.success(`${isolated(name)} opens nothing any more`),
    onSettled: () => client.invalidateQueries(tokensQuery),
  });
}
