import { endOtherSessions, endSession, listSessions, type Session } from '#contracts/sessions.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../lib/call.ts';
import { toast } from '../../../../ui/toast.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call(listSessions, { signal })).sessions,
});

function useEnding<V>(end: (what: V) => Promise<string>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: end,
    onSuccess: (message) => toast.success(message),
    onError: (error) => toast.error(error.message),
    // A session that had already ended disappears as well.
    onSettled: () => {
      void client.invalidateQueries(sessionsQuery);
      void client.invalidateQueries({ queryKey: ['tokens'] });
    },
  });
}

export const useEndSession = () =>
  useEnding(async ({ id, device }: Session) => {
    await call(endSession, { params: { id } });
    return `${device} is signed out`;
  });

export const useEndOtherSessions = () =>
  useEnding(async () => {
    const { ended } = await call(endOtherSessions);
    return ended === 1 ? '1 other device is signed out' : `${ended} other devices are signed out`;
  });
