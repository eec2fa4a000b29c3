import { Route, Routes } from 'react-router-dom';
import { Guard } from './guard.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import {
  AccountPage,
  AlertsPage,
  BotsPage,
  DonatePage,
  FaqPage,
  KeysPage,
  LandingPage,
  LiveLayout,
  MarketsPage,
  OtherTradeTypePage,
  PaperPage,
  PrimitivesPage,
  RestorePage,
  SignInPage,
  SignUpPage,
  SitemapPage,
  WelcomePage,
} from './pages.ts';
import { PAPER_PATHS } from './papers/paths.ts';
import { Shell } from './shell/shell.tsx';

export const AppRoutes = () => (
  <Routes>
    <Route element={<Shell />}>
      <Route index element={<LandingPage />} />
      <Route path="signin" element={<SignInPage />} />
      <Route path="signup" element={<SignUpPage />} />
      <Route path="restore_password/:hash" element={<RestorePage />} />
      <Route path="faq" element={<FaqPage />} />
      <Route path="donate" element={<DonatePage />} />
      <Route path="sitemap" element={<SitemapPage />} />
      {PAPER_PATHS.map((path) => (
        <Route key={path} path={path} element={<PaperPage />} />
      ))}
      <Route element={<Guard />}>
        <Route element={<LiveLayout />}>
          <Route path="welcome" element={<WelcomePage />} />
          <Route path="markets/spot/list" element={<MarketsPage />} />
          <Route path="markets/:tradeType/list" element={<OtherTradeTypePage />} />
          <Route path="alerts" element={<AlertsPage />} />
          <Route path="api" element={<KeysPage />} />
          <Route path="account" element={<AccountPage />} />
          <Route path="bots" element={<BotsPage />} />
        </Route>
      </Route>
      {PrimitivesPage ? <Route path="ui" element={<PrimitivesPage />} /> : null}
      <Route path="*" element={<NotFoundScreen />} />
    </Route>
  </Routes>
);
