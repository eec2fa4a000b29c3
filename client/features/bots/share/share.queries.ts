import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getBotLink, openSharedBot, shareBot, unshareBot } from '#contracts/bot-links.ts';
import { call } from '../../../lib/call.ts';
import { sentenceOf } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';

const linksKey = ['bot-links'] as const;

export const botLink = (botId: string) =>
  queryOptions({
    queryKey: [...linksKey, botId],
    queryFn: ({ signal }) => call(getBotLink, { params: { botId }, signal }),
  });

/** What a link shares, as it stood when it was opened: what is typed is not replaced. */
export const sharedBot = (token: string) =>
  queryOptions({
    queryKey: [...linksKey, 'opened', token],
    queryFn: ({ signal }) => call(openSharedBot, { json: { token }, signal }),
    staleTime: Infinity,
    retry: false,
  });

type LinkChange = 'revoke' | { figures: boolean };

/** Makes the link, or changes what goes with it, or takes it back. */
export function useChangeLink(botId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: LinkChange) =>
      change === 'revoke'
        ? call(unshareBot, { params: { botId } })
        : call(shareBot, { params: { botId }, json: change }),
    onSuccess: (answer, change) => {
      client.setQueryData(botLink(botId).queryKey, answer);
      if (change === 'revoke') toast.success('The link opens nothing any more');
    },
    onError: (error) => toast.error(sentenceOf(error)),
  });
}
