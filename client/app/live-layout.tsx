import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Outlet } from 'react-router-dom';
import { useUnseen } from '../features/alerts/use-unseen.ts';
import { useSendWaiting } from '../features/alerts/waiting/use-waiting.ts';
import { LiveProvider } from '../live/live-provider.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { liveHandlers } from './live-events.ts';
import { forgetSeen } from './pwa/forget-seen.ts';

/** Around every signed-in screen: the one socket, and what is known of unseen alerts. */
export function LiveLayout() {
  const client = useQueryClient();
  const [handlers] = useState(() => liveHandlers(client));
  const { ids, fresh } = useUnseen();
  useSendWaiting();
  useEffect(() => {
    if (fresh) void forgetSeen(ids);
  }, [fresh, ids]);
  return (
    <LiveProvider handlers={handlers}>
      <Suspense fallback={<Skeleton lines={6} />}>
        <Outlet />
      </Suspense>
    </LiveProvider>
  );
}
