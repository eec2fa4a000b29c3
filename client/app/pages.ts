import { type ComponentType, lazy } from 'react';
import {
  OPEN_PATHS,
  type OpenPath,
  OWN_PATHS,
  type OwnPath,
  PAPER_PATHS,
  type PaperPath,
} from '#contracts/rules/pages.ts';
import type { FirstQueries } from './first-queries.ts';

type Module<K extends string> = Record<K, ComponentType> & { firstQueries?: FirstQueries };
type Loader<K extends string> = () => Promise<Module<K>>;

const waiting = new Set<symbol>();
const listeners = new Set<() => void>();

function mark(change: () => void): void {
  change();
  for (const listener of listeners) listener();
}

export const pageLoading = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  isLoading: () => waiting.size > 0,
};

interface Loaded {
  default: ComponentType;
  firstQueries: FirstQueries;
}

/** What is there already is drawn at once, without a fallback in between: React asks only for a `then`. */
// oxlint-disable-next-line unicorn/no-thenable -- it is handed to React alone.
const atHand = (loaded: Loaded) => ({ then: (use: (loaded: Loaded) => void) => use(loaded) }) as Promise<Loaded>;

/** A page in a chunk of its own, which `preload` fetches before it is drawn. */
function page<K extends string>(load: Loader<K>, name: K) {
  let loaded: Loaded | undefined;
  const preload = async (): Promise<Loaded> => {
    const { [name]: screen, firstQueries = () => [] } = await load();
    return (loaded = { default: screen, firstQueries });
  };
  const loadSeen = async () => {
    const token = Symbol(name);
    mark(() => waiting.add(token));
    try {
      return await preload();
    } catch (error) {
      throw new Error('This page did not load. Check your network and reload.', { cause: error });
    } finally {
      mark(() => waiting.delete(token));
    }
  };
  return Object.assign(
    lazy(() => (loaded ? atHand(loaded) : loadSeen())),
    { preload },
  );
}

const sign = () => import('./pages/sign-pages.tsx');
const paper = page(() => import('./static-pages/static-page.tsx'), 'StaticPage');

export type Page = typeof paper;

/** PreRenderedData at the build, so that they are read before any script has run. */
export const OPEN_PAGES = {
  '/': page(() => import('./landing/landing-page.tsx'), 'LandingPage'),
  '/signin': page(sign, 'SignInPage'),
  '/signup': page(sign, 'SignUpPage'),
  '/faq': page(() => import('./pages/faq-page.tsx'), 'FaqPage'),
  '/donate': page(() => import('./pages/donate-page.tsx'), 'DonatePage'),
  '/sitemap': page(() => import('./static-pages/sitemap-page.tsx'), 'SitemapPage'),
  ...(Object.fromEntries(PAPER_PATHS.map((path) => [path, paper])) as Record<PaperPath, Page>),
} satisfies Record<OpenPath, Page>;
export const RestorePage = page(sign, 'RestorePage');
export const ProvePage = page(sign, 'ProvePage');
export const KeepTwoFactorPage = page(sign, 'KeepTwoFactorPage');

/** Provides the live channel to every signed-in screen. */
export const LiveLayout = page(() => import('./live-layout.tsx'), 'LiveLayout');
export const OWN_PAGES = {
  '/welcome': page(() => import('./pages/welcome-page.tsx'), 'WelcomePage'),
  '/markets/spot/list': page(() => import('./pages/markets-page.tsx'), 'MarketsPage'),
  '/alerts': page(() => import('./pages/alerts-page.tsx'), 'AlertsPage'),
  '/api': page(() => import('./pages/keys-page.tsx'), 'KeysPage'),
  '/account': page(() => import('./pages/account-page.tsx'), 'AccountPage'),
  '/bots': page(() => import('./pages/bots-page.tsx'), 'BotsPage'),
} satisfies Record<OwnPath, Page>;
export const OtherTradeTypePage = page(() => import('./pages/other-trade-type-page.tsx'), 'OtherTradeTypePage');

/** Style guide of the UI primitives; development only. */
export const PrimitivesPage = import.meta.env.DEV
  ? page(() => import('./pages/primitives-page.tsx'), 'PrimitivesPage')
  : null;

/** Loads the code of the page at this address, and of its layout. */
export async function preloadPage(path: string): Promise<void> {
  const open = OPEN_PATHS.find((one) => one === path);
  const own = OWN_PATHS.find((one) => one === path);
  if (open) await OPEN_PAGES[open].preload();
  if (own) await Promise.all([LiveLayout.preload(), OWN_PAGES[own].preload()]);
}
