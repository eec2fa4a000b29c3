import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useLayoutEffect } from 'react';
import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { watchSession } from '../features/accounts/session.ts';
import { cacheOwner } from '../lib/offline/cache-owner.ts';
import { wipeOfflineCache } from '../lib/offline/offline-cache.ts';
import { firstViewShown } from '../lib/first-view.ts';
import { onSignOut } from '../lib/sign-out-tasks.ts';
import { client } from './query-client.ts';
import { BareErrorScreen, ErrorBoundary } from './error-screen.tsx';
import { AppRoutes } from './routes.tsx';

// A session may be found ended before the first render.
onSignOut(async (ending) => {
  const person = cacheOwner();
  await (await import('../features/notifications/this-device.ts')).leaveThisDevice(ending, person);
});
onSignOut(wipeOfflineCache);

interface FrameProps {
  cache: QueryClient;
  children: ReactNode;
}

/** Wraps every page, in the browser and in the pre-rendered HTML. */
export const Frame = ({ cache, children }: FrameProps) => (
  <ErrorBoundary screen={BareErrorScreen}>
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  </ErrorBoundary>
);

export function App() {
  // Removes the signed-in frame's marker that pre-rendered pages carry.
  useLayoutEffect(() => void delete document.documentElement.dataset['member'], []);
  useEffect(firstViewShown, []);
  useEffect(() => watchSession(client), []);
  return (
    <Frame cache={client}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </Frame>
  );
}
