import { KEEP_PATH, PROVE_PATH, RESTORE_PATH, TRADE_TYPE_PATH } from '#contracts/rules/page-paths.ts';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { userQuery } from '../features/accounts/session.ts';
import { signedInHint } from '../lib/signed-in-hint.ts';
import { useDeferredData } from '../lib/use-deferred-data.ts';
import { ErrorState } from '../ui/states.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import {
  KeepTwoFactorPage,
  LiveLayout,
  OPEN_PAGES,
  OtherTradeTypePage,
  OWN_PAGES,
  PrimitivesPage,
  ProvePage,
  RestorePage,
} from './pages.ts';
import { Shell } from './shell/shell.tsx';

/** Routes for signed-in users: rendered at once if the hint says so; a 401 from any call ends the session. */
function Guard() {
  const { data, error, refetch, isFetching } = useQuery(userQuery);
  const loaded = useDeferredData(data);
  const user = data === null ? null : loaded;
  const { pathname, search } = useLocation();
  if (user === null) return <Navigate to="/signin" replace state={{ from: pathname + search }} />;
  if (user || signedInHint()) return <Outlet />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  return <PageSkeleton />;
}

const routesOf = (pages: Record<string, ComponentType>) =>
  Object.entries(pages).map(([path, Page]) => <Route key={path} path={path} element={<Page />} />);

export const AppRoutes = () => (
  <Routes>
    <Route element={<Shell />}>
      {routesOf(OPEN_PAGES)}
      <Route path={RESTORE_PATH} element={<RestorePage />} />
      <Route path={PROVE_PATH} element={<ProvePage />} />
      <Route path={KEEP_PATH} element={<KeepTwoFactorPage />} />
      <Route element={<Guard />}>
        <Route element={<LiveLayout />}>
          {routesOf(OWN_PAGES)}
          <Route path={TRADE_TYPE_PATH} element={<OtherTradeTypePage />} />
        </Route>
      </Route>
      {PrimitivesPage ? <Route path="ui" element={<PrimitivesPage />} /> : null}
      <Route path="*" element={<NotFoundScreen />} />
    </Route>
  </Routes>
);
