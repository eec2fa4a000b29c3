import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { userQuery } from '../../features/accounts/session.ts';
import { later } from '../../lib/first-view.ts';
import { ErrorBoundary } from '../error-screen.tsx';
import { ALERTS } from './links.ts';

const UnseenDot = later(async () => (await import('../../features/alerts/unseen-dot.tsx')).UnseenDot);
const Nothing = () => null;

/** Unseen marker on the Alerts link; it waits for the user, because the request is refused once the session has ended. */
export function AlertsDot({ to }: { to: string }) {
  const { data: user } = useQuery(userQuery);
  if (!user || to !== ALERTS.to) return null;
  return (
    <ErrorBoundary screen={Nothing}>
      <Suspense>
        <UnseenDot />
      </Suspense>
    </ErrorBoundary>
  );
}
