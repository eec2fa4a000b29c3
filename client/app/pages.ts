import { type ComponentType, lazy } from 'react';
import { PAPER_PATHS } from './papers/paths.ts';

type Loader<K extends string> = () => Promise<Record<K, ComponentType>>;

const waiting = new Set<symbol>();
const listeners = new Set<() => void>();

function mark(change: () => void): void {
  change();
  for (const listener of listeners) listener();
}

/** Whether a page's code is on its way. */
export const pageLoading = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  isLoading: () => waiting.size > 0,
};

interface Loaded {
  default: ComponentType;
}

/** What is there already is drawn at once, without a fallback in between: React asks only for a `then`. */
// oxlint-disable-next-line unicorn/no-thenable -- it is handed to React alone.
const atHand = (loaded: Loaded) => ({ then: (use: (loaded: Loaded) => void) => use(loaded) }) as Promise<Loaded>;

/** A page in a chunk of its own, which `preload` fetches before it is drawn. */
function page<K extends string>(load: Loader<K>, name: K) {
  let loaded: Loaded | undefined;
  const preload = async (): Promise<Loaded> => (loaded = { default: (await load())[name] });
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

export const LandingPage = page(() => import('./landing/landing-page.tsx'), 'LandingPage');
export const SignInPage = page(sign, 'SignInPage');
export const SignUpPage = page(sign, 'SignUpPage');
export const RestorePage = page(sign, 'RestorePage');
export const FaqPage = page(() => import('./pages/faq-page.tsx'), 'FaqPage');
export const DonatePage = page(() => import('./pages/donate-page.tsx'), 'DonatePage');
export const PaperPage = page(() => import('./papers/paper-page.tsx'), 'PaperPage');
export const SitemapPage = page(() => import('./papers/sitemap-page.tsx'), 'SitemapPage');
/** The live channel around every signed-in screen. */
export const LiveLayout = page(() => import('./live-layout.tsx'), 'LiveLayout');
export const WelcomePage = page(() => import('./pages/welcome-page.tsx'), 'WelcomePage');
export const MarketsPage = page(() => import('./pages/markets-page.tsx'), 'MarketsPage');
export const OtherTradeTypePage = page(() => import('./pages/other-trade-type-page.tsx'), 'OtherTradeTypePage');
export const AlertsPage = page(() => import('./pages/alerts-page.tsx'), 'AlertsPage');
export const KeysPage = page(() => import('./pages/keys-page.tsx'), 'KeysPage');
export const AccountPage = page(() => import('./pages/account-page.tsx'), 'AccountPage');
export const BotsPage = page(() => import('./pages/bots-page.tsx'), 'BotsPage');

/** Shows every primitive; only while developing. */
export const PrimitivesPage = import.meta.env.DEV
  ? page(() => import('./pages/primitives-page.tsx'), 'PrimitivesPage')
  : null;

/** The pages that are drawn at the build, so that they are read before any script has run. */
const DRAWN: Record<string, { preload: () => Promise<unknown> }> = {
  '/': LandingPage,
  '/sitemap': SitemapPage,
  ...Object.fromEntries(PAPER_PATHS.map((path) => [path, PaperPage])),
};
export const DRAWN_PATHS = Object.keys(DRAWN);

export const preloadPage = async (path: string): Promise<void> => void (await DRAWN[path]?.preload());
