import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '../error-screen.tsx';
import { ALERTS } from './links.ts';

const UnseenDot = lazy(async () => ({ default: (await import('../../features/alerts/unseen-dot.tsx')).UnseenDot }));
const Nothing = () => null;

/** Unseen marker on the Alerts link; its code loads after the page's. */
export const AlertsDot = ({ to }: { to: string }) =>
  to === ALERTS.to ? (
    <ErrorBoundary screen={Nothing}>
      <Suspense>
        <UnseenDot />
      </Suspense>
    </ErrorBoundary>
  ) : null;
