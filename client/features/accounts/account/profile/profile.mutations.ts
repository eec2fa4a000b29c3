import type { JsonOf } from '#contracts/endpoint.ts';
import { changeProfile } from '#contracts/profile.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, CallError } from '../../../../lib/call.ts';
import { toast } from '../../../../ui/toast.ts';
import { userQuery } from '../../session.ts';

export type ProfileChange = JsonOf<typeof changeProfile>;

/** The API changes one field per call. */
export function useChangeProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: ProfileChange) => call(changeProfile, { json: change }),
    onSuccess: (user) => client.setQueryData(userQuery.queryKey, (before) => ({ ...before, ...user })),
    onError: (error) => {
      // Field errors are shown at their fields.
      if (!(error instanceof CallError) || error.issues.length === 0) toast.error(error.message);
    },
  });
}
