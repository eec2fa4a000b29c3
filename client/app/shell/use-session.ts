import type { UserInfo } from '#contracts/accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { userQuery } from '../../features/accounts/session.ts';
import { signedInHint } from '../../lib/signed-in-hint.ts';
import { toast } from '../../ui/toast.ts';

interface Session {
  /** As the server says; until it has answered, as this browser remembers. */
  signedIn: boolean;
  user: UserInfo | null | undefined;
}

export function useSession(): Session {
  const { data: user, error } = useQuery(userQuery);
  useEffect(() => {
    // With a cached user, the screens show the age of their data themselves.
    if (error && user === undefined) toast.error(error.message, { id: 'user' });
  }, [error, user]);
  return { signedIn: user === undefined ? signedInHint() : user !== null, user };
}
