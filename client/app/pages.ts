import {
  OPEN_PATHS,
  type OpenPath,
  OWN_PATHS,
  type OwnPath,
  PAPER_PATHS,
  type PaperPath,
} from '#contracts/rules/page-paths.ts';
import { type LazyPage, lazyPage } from './lazy-page.tsx';

const sign = () => import('./pages/sign-pages.tsx');
const staticPage = lazyPage(() => import('./static-pages/static-page.tsx'), 'StaticPage');

/** Pre-rendered, so that they can be read before any script has run. */
export const OPEN_PAGES = {
  '/': lazyPage(() => import('./landing/landing-page.tsx'), 'LandingPage'),
  '/signin': lazyPage(sign, 'SignInPage'),
  '/signup': lazyPage(sign, 'SignUpPage'),
  '/faq': lazyPage(() => import('./pages/faq-page.tsx'), 'FaqPage'),
  '/donate': lazyPage(() => import('./pages/donate-page.tsx'), 'DonatePage'),
  '/sitemap': lazyPage(() => import('./static-pages/sitemap-page.tsx'), 'SitemapPage'),
  ...(Object.fromEntries(PAPER_PATHS.map((path) => [path, staticPage])) as Record<PaperPath, LazyPage>),
} satisfies Record<OpenPath, LazyPage>;
export const RestorePage = lazyPage(sign, 'RestorePage');
export const ProvePage = lazyPage(sign, 'ProvePage');
export const KeepTwoFactorPage = lazyPage(sign, 'KeepTwoFactorPage');

/** Provides the live channel to every signed-in screen. */
export const LiveLayout = lazyPage(() => import('./live-layout.tsx'), 'LiveLayout');
export const OWN_PAGES = {
  '/welcome': lazyPage(() => import('./pages/welcome-page.tsx'), 'WelcomePage'),
  '/overview': lazyPage(() => import('./pages/overview-page.tsx'), 'OverviewPage'),
  '/markets/spot/list': lazyPage(() => import('./pages/markets-page.tsx'), 'MarketsPage'),
  '/history': lazyPage(() => import('./pages/history-page.tsx'), 'HistoryPage'),
  '/alerts': lazyPage(() => import('./pages/alerts-page.tsx'), 'AlertsPage'),
  '/api': lazyPage(() => import('./pages/keys-page.tsx'), 'KeysPage'),
  '/account': lazyPage(() => import('./pages/account-page.tsx'), 'AccountPage'),
  '/bots': lazyPage(() => import('./pages/bots-page.tsx'), 'BotsPage'),
  '/backtests': lazyPage(() => import('./pages/backtests-page.tsx'), 'BacktestsPage'),
  '/signals': lazyPage(() => import('./pages/signals-page.tsx'), 'SignalsPage'),
  '/developers': lazyPage(() => import('./pages/developers-page.tsx'), 'DevelopersPage'),
} satisfies Record<OwnPath, LazyPage>;
export const OtherTradeTypePage = lazyPage(() => import('./pages/other-trade-type-page.tsx'), 'OtherTradeTypePage');

/** Style guide of the UI primitives; development only. */
export const PrimitivesPage = import.meta.env.DEV
  ? lazyPage(() => import('./pages/primitives-page.tsx'), 'PrimitivesPage')
  : null;

/** Loads the code of the page at this address, and of its layout. */
export async function preloadPage(path: string): Promise<void> {
  const open = OPEN_PATHS.find((one) => one === path);
  const own = OWN_PATHS.find((one) => one === path);
  if (open) await OPEN_PAGES[open].preload();
  if (own) await Promise.all([LiveLayout.preload(), OWN_PAGES[own].preload()]);
}
