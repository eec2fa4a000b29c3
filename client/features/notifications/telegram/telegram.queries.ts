import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getTelegramLink, linkTelegram, unlinkTelegram } from '#contracts/telegram.ts';
import { call } from '../../../lib/call.ts';

export const telegramLink = queryOptions({
  queryKey: ['telegram-link'],
  queryFn: ({ signal }) => call(getTelegramLink, { signal }),
});

/** The link is valid once, for fifteen minutes. */
export const useLinkTelegram = () => useMutation({ mutationFn: () => call(linkTelegram) });

export function useUnlinkTelegram() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(unlinkTelegram),
    onSuccess: (link) => client.setQueryData(telegramLink.queryKey, link),
  });
}
