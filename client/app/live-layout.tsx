import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Outlet } from 'react-router-dom';
import { unseenAlerts } from '../features/alerts/alerts.queries.ts';
import { LiveProvider } from '../live/live-provider.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { liveHandlers } from './live-events.ts';
import { setBadge } from './pwa/start-pwa.ts';

/** Around every signed-in screen: the one socket, and what is known of unseen alerts. */
export function LiveLayout() {
  const client = useQueryClient();
  const [handlers] = useState(() => liveHandlers(client));
  const { data: unseen } = useQuery(unseenAlerts('binance'));
  const count = unseen?.length;
  useEffect(() => {
    if (count !== undefined) void setBadge(count);
  }, [count]);
  return (
    <LiveProvider handlers={handlers}>
      <Suspense fallback={<Skeleton lines={6} />}>
        <Outlet />
      </Suspense>
    </LiveProvider>
  );
}
