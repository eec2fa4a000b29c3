import type { QueryClient } from '@tanstack/react-query';
import { getUser, logOut, UserInfo } from '#contracts/accounts.ts';
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call, CallError } from '../../lib/call.ts';
import { undoBeforeSignOut } from '../../lib/signing-out.ts';
import { toast } from '../../ui/toast.ts';

const HINT = 'isAuthenticated';

/** What this browser believed last: for the first paint only, the server decides. */
export const signedInHint = (): boolean => localStorage.getItem(HINT) === 'true';

function remember(signedIn: boolean): void {
  localStorage.setItem(HINT, String(signedIn));
}

/** The signed-in person, or null for a visitor. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }): Promise<UserInfo | null> => {
    const user = z.safeParse(UserInfo, await call(getUser, { signal }));
    remember(user.success);
    return user.success ? user.data : null;
  },
  staleTime: 60_000,
});

const SHARED = new Set<unknown>(['site', 'user']);

/** The session is gone: nothing of the person stays in memory. */
export function forgetSession(client: QueryClient): void {
  remember(false);
  client.removeQueries({ predicate: ({ queryKey }) => !SHARED.has(queryKey[0]) });
  client.setQueryData(userQuery.queryKey, null);
}

const isShutOut = (error: unknown): boolean => error instanceof CallError && error.status === 401;

/** A call was not let in: the session is over, or has just gone on under another token while the call was on its way. */
export async function checkSession(client: QueryClient): Promise<void> {
  const user = await client.fetchQuery({ ...userQuery, staleTime: 0 }).catch(() => undefined);
  if (user === null) forgetSession(client);
  if (user) await client.refetchQueries({ type: 'active', predicate: ({ state }) => isShutOut(state.error) });
}

/** Another tab signed out. */
export function followOtherTabs(client: QueryClient): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === HINT && event.newValue === 'false') forgetSession(client);
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

export async function signOut(): Promise<void> {
  try {
    await undoBeforeSignOut();
    const { authorized } = await call(logOut);
    if (authorized) {
      toast.error('Something went wrong');
      return;
    }
    remember(false);
    toast.infoAfterReload('You are logged out');
    window.location.reload();
  } catch (error) {
    toast.error(error instanceof Error ? error.message : String(error));
  }
}
