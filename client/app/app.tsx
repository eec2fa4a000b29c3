import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { keepSessionTrue } from '../features/accounts/session.ts';
import { wipeOfflineReading } from '../lib/offline/offline-reading.ts';
import { whenSigningOut } from '../lib/signing-out.ts';
import { client } from './client.ts';
import { BareErrorScreen, ErrorBoundary } from './error-screen.tsx';
import { AppRoutes } from './routes.tsx';

export function App() {
  useEffect(() => whenSigningOut(wipeOfflineReading), []);
  useEffect(() => keepSessionTrue(client), []);
  return (
    <ErrorBoundary screen={BareErrorScreen}>
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
