import { KEEP_PATH, PROVE_PATH, RESTORE_PATH, TRADE_TYPE_PATH } from '#contracts/rules/pages.ts';
import type { ComponentType } from 'react';
import { Route, Routes } from 'react-router-dom';
import { Guard } from './guard.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import {
  KeepPage,
  LiveLayout,
  OPEN_PAGES,
  OtherTradeTypePage,
  OWN_PAGES,
  PrimitivesPage,
  ProvePage,
  RestorePage,
} from './pages.ts';
import { Shell } from './shell/shell.tsx';

const routesOf = (pages: Record<string, ComponentType>) =>
  Object.entries(pages).map(([path, Page]) => <Route key={path} path={path} element={<Page />} />);

export const AppRoutes = () => (
  <Routes>
    <Route element={<Shell />}>
      {routesOf(OPEN_PAGES)}
      <Route path={RESTORE_PATH} element={<RestorePage />} />
      <Route path={PROVE_PATH} element={<ProvePage />} />
      <Route path={KEEP_PATH} element={<KeepPage />} />
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
