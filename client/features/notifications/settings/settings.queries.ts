import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { JsonOf } from '#contracts/endpoint.ts';
import { changeNotificationSettings, getNotificationSettings, testNotification } from '#contracts/notifications.ts';
import { call } from '../../../lib/call.ts';
import { sentenceOf } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';

export const notificationSettings = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: ({ signal }) => call(getNotificationSettings, { signal }),
});

export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: JsonOf<typeof changeNotificationSettings>) => call(changeNotificationSettings, { json }),
    onSuccess: ({ settings }) => client.setQueryData(notificationSettings.queryKey, settings),
    onError: (error) => toast.error(sentenceOf(error)),
  });
}

type Test = JsonOf<typeof testNotification>;

/** Sends a test message and reports the outcome; `to` is, for example, 'Chrome on Android'. */
export function useTest(to: string, onSettled?: () => void) {
  return useMutation({
    mutationFn: (json: Test) => call(testNotification, { json }),
    onSuccess: ({ error, failed }) => {
      if (error !== null) toast.warning(error);
      else if (failed > 0) toast.warning('Sent, but not every device could be reached.');
      else toast.success(`A test was sent to ${to}.`);
    },
    onError: (error) => toast.error(sentenceOf(error)),
    onSettled,
  });
}
