import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { userQuery } from '../features/accounts/session.ts';
import { unseenAlerts } from '../features/alerts/unseen.queries.ts';
import { useUnseen } from '../features/alerts/use-unseen.ts';
import { later } from '../lib/first-view.ts';
import { LiveProvider } from '../live/live-provider.tsx';
import { ErrorBoundary } from './error-screen.tsx';
import type { FirstQueries } from './first-queries.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { setBadge } from './pwa/start-pwa.ts';

const SendQueuedEdits = later(async () => (await import('./pwa/send-queued-edits.tsx')).SendQueuedEdits);
const Nothing = () => null;

interface NotificationData {
  alert?: { alertId?: string };
}

/** Removes notifications of alerts that were seen on another device, and updates the icon's badge. */
async function clearSeenNotifications(unseen: readonly string[]): Promise<void> {
  await setBadge(unseen.length);
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) {
    const id = (shown.data as NotificationData | null)?.alert?.alertId;
    if (id !== undefined && !unseen.includes(id)) shown.close();
  }
}

export const firstQueries: FirstQueries = (client) => [client.ensureQueryData(unseenAlerts())];

/** Wraps every signed-in screen with the one live connection. */
export function LiveLayout() {
  const client = useQueryClient();
  const loadHandlers = useCallback(async () => (await import('./live-events.ts')).liveHandlers(client), [client]);
  const { data: user } = useQuery(userQuery);
  const { ids, fresh } = useUnseen();
  useEffect(() => {
    if (fresh) void clearSeenNotifications(ids);
  }, [fresh, ids]);
  return (
    <LiveProvider loadHandlers={loadHandlers}>
      <Suspense fallback={<PageSkeleton />}>
        <Outlet />
      </Suspense>
      <ErrorBoundary screen={Nothing}>
        <Suspense>{user ? <SendQueuedEdits person={user.id} /> : null}</Suspense>
      </ErrorBoundary>
    </LiveProvider>
  );
}
