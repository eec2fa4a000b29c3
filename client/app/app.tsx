import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { checkSession, followOtherTabs } from '../features/accounts/session.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { BareErrorScreen, ErrorBoundary } from './error-screen.tsx';
import { AppRoutes } from './routes.tsx';

const client = createQueryClient({ onUnauthorized: () => void checkSession(client) });

export function App() {
  useEffect(() => followOtherTabs(client), []);
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
