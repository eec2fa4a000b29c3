import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { useUnseen } from '../features/alerts/use-unseen.ts';
import { LiveProvider } from '../live/live-provider.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ErrorBoundary } from './error-screen.tsx';
import { setBadge } from './pwa/start-pwa.ts';

const SendQueuedEdits = lazy(async () => ({ default: (await import('./pwa/send-queued-edits.tsx')).SendQueuedEdits }));
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

/** Wraps every signed-in screen with the one live connection. */
export function LiveLayout() {
  const client = useQueryClient();
  const loadHandlers = useCallback(async () => (await import('./live-events.ts')).liveHandlers(client), [client]);
  const { ids, fresh } = useUnseen();
  useEffect(() => {
    if (fresh) void clearSeenNotifications(ids);
  }, [fresh, ids]);
  return (
    <LiveProvider loadHandlers={loadHandlers}>
      <Suspense fallback={<Skeleton lines={6} />}>
        <Outlet />
      </Suspense>
      <ErrorBoundary screen={Nothing}>
        <Suspense>
          <SendQueuedEdits />
        </Suspense>
      </ErrorBoundary>
    </LiveProvider>
  );
}
