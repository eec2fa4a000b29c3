import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { userQuery } from '../features/accounts/session.ts';
import { signedInHint } from '../lib/signed-in-hint.ts';
import { useArrived } from '../lib/use-arrived.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';

/** Routes for signed-in users: rendered at once if the hint says so; a 401 from any call ends the session. */
export function Guard() {
  const { data, error, refetch, isFetching } = useQuery(userQuery);
  const arrived = useArrived(data);
  const user = data === null ? null : arrived;
  const { pathname, search } = useLocation();
  if (user === null) return <Navigate to="/signin" replace state={{ from: pathname + search }} />;
  if (user || signedInHint()) return <Outlet />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  return <Skeleton lines={6} />;
}
