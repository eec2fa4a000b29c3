import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { useUnseen } from '../features/alerts/use-unseen.ts';
import { LiveProvider } from '../live/live-provider.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ErrorBoundary } from './error-screen.tsx';
import { forgetSeen } from './pwa/forget-seen.ts';

const SendWaiting = lazy(async () => ({ default: (await import('./pwa/send-waiting.tsx')).SendWaiting }));
const Nothing = () => null;

/** Wraps every signed-in screen with the one live connection. */
export function LiveLayout() {
  const client = useQueryClient();
  const loadHandlers = useCallback(async () => (await import('./live-events.ts')).liveHandlers(client), [client]);
  const { ids, fresh } = useUnseen();
  useEffect(() => {
    if (fresh) void forgetSeen(ids);
  }, [fresh, ids]);
  return (
    <LiveProvider loadHandlers={loadHandlers}>
      <Suspense fallback={<Skeleton lines={6} />}>
        <Outlet />
      </Suspense>
      <ErrorBoundary screen={Nothing}>
        <Suspense>
          <SendWaiting />
        </Suspense>
      </ErrorBoundary>
    </LiveProvider>
  );
}
