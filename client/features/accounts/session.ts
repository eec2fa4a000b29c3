import type { QueryClient } from '@tanstack/react-query';
import { getUser, logOut, UserInfo } from '#contracts/accounts.ts';
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call, CallError } from '../../lib/call.ts';
import { MINUTE_MS } from '../../lib/durations.ts';
import { persistOffline } from '../../lib/offline/offline-options.ts';
import { SIGNED_IN_HINT, signedInHint } from '../../lib/signed-in-hint.ts';
import { beforeSignOut, type Ending, runSignOutTasks } from '../../lib/sign-out-tasks.ts';
import { toast } from '../../ui/toast.ts';

function remember(signedIn: boolean): void {
  localStorage.setItem(SIGNED_IN_HINT, String(signedIn));
}

const PENDING_KEY = 'sign-out-owed';
const RETRY_MS = 15_000;
const LOG_OUT_WITHIN_MS = 10_000;

/** True if the server has ended the session. */
async function endSession(): Promise<boolean> {
  const { authorized } = await call(logOut, { signal: AbortSignal.timeout(LOG_OUT_WITHIN_MS) });
  if (!authorized) localStorage.removeItem(PENDING_KEY);
  return !authorized;
}

/** P-03: sends a sign-out that was made offline; throws while the server cannot be reached. */
export async function finishSignOut(): Promise<void> {
  if (localStorage.getItem(PENDING_KEY) !== null) await endSession();
}

const isSignOutPending = (): Promise<boolean> =>
  finishSignOut().then(
    () => false,
    () => true,
  );

const SHARED = new Set<unknown>(['site', 'user']);

const dropPersonal = (client: QueryClient): void =>
  client.removeQueries({ predicate: ({ queryKey }) => !SHARED.has(queryKey[0]) });

/** The signed-in user; null for a visitor. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal, client }): Promise<UserInfo | null> => {
    if (await isSignOutPending()) return null;
    const user = z.safeParse(UserInfo, await call(getUser, { signal }));
    const before = client.getQueryData<UserInfo | null>(['user']);
    const over = !user.success && signedInHint();
    remember(user.success);
    // P-04: nothing of the previous user may be shown to the next.
    if (over || (before && before.id !== user.data?.id)) dropPersonal(client);
    if (over) void runSignOutTasks('ended');
    return user.success ? user.data : null;
  },
  staleTime: MINUTE_MS,
  ...persistOffline,
});

/** Removes all data of the user from memory and from the device. Without a user there is nothing to sign out of. */
export function forgetSession(client: QueryClient, ending?: Ending): Promise<void> {
  const user = client.getQueryData<UserInfo | null>(userQuery.queryKey);
  remember(false);
  dropPersonal(client);
  client.setQueryData(userQuery.queryKey, null);
  return runSignOutTasks(ending ?? (user ? 'signed-out' : 'ended'));
}

const isUnauthorized = (error: unknown): boolean => error instanceof CallError && error.status === 401;

/** After a 401: the session has ended, or was rotated while the call was under way. */
export async function checkSession(client: QueryClient): Promise<void> {
  const user = await client.fetchQuery({ ...userQuery, staleTime: 0 }).catch(() => undefined);
  if (user === null) await forgetSession(client, 'ended');
  if (user) await client.refetchQueries({ type: 'active', predicate: ({ state }) => isUnauthorized(state.error) });
}

const retrySignOut = () => void isSignOutPending();
// P-04: a page restored from the back/forward cache may show another user's data.
const reloadIfRestored = ({ persisted }: PageTransitionEvent) => {
  if (persisted) window.location.reload();
};

/** Follows a sign-out in another tab, and retries a sign-out that the server has not received. */
export function watchSession(client: QueryClient): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === SIGNED_IN_HINT && event.newValue === 'false') void forgetSession(client, 'ended');
  };
  window.addEventListener('storage', follow);
  window.addEventListener('pageshow', reloadIfRestored);
  window.addEventListener('online', retrySignOut);
  const timer = setInterval(retrySignOut, RETRY_MS);
  return () => {
    window.removeEventListener('storage', follow);
    window.removeEventListener('pageshow', reloadIfRestored);
    window.removeEventListener('online', retrySignOut);
    clearInterval(timer);
  };
}

const OUT = 'You are logged out';
const OUT_HERE =
  'You are logged out on this device. The site could not be reached: your session there ends as soon as it can.';

/** `owed`: the site could not be reached. */
async function endOnServer(): Promise<'ended' | 'refused' | 'owed'> {
  try {
    return (await endSession()) ? 'ended' : 'refused';
  } catch {
    return 'owed';
  }
}

/** Records the sign-out before its cleanup, so that it is completed even if the page or the network fails. */
export async function signOut(): Promise<void> {
  if (!(await beforeSignOut.ask())) return;
  localStorage.setItem(PENDING_KEY, 'yes');
  await runSignOutTasks();
  const outcome = await endOnServer();
  if (outcome === 'refused') {
    localStorage.removeItem(PENDING_KEY);
    toast.error('Something went wrong');
    return;
  }
  remember(false);
  toast.infoAfterReload(outcome === 'ended' ? OUT : OUT_HERE);
  window.location.reload();
}
