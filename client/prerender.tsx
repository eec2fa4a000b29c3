import type { FaqGroup } from '#contracts/support.ts';
import { OPEN_PATHS, type OpenPath, OWN_PATHS, type OwnPath } from '#contracts/rules/page-paths.ts';
import { QueryClient } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { Frame } from './app/app.tsx';
import { FEATURES } from './app/landing/features.ts';
import { OWN_SKELETONS } from './app/pages/own-skeletons.tsx';
import { ownSkeletons } from './app/page-skeleton.tsx';
import { preloadPage } from './app/pages.ts';
import { STATIC_PAGES } from './app/static-pages/static-pages.ts';
import { AppRoutes } from './app/routes.tsx';
import { userQuery } from './features/accounts/session.ts';
import { faqQuery } from './features/support/support.queries.ts';
import type { PreRenderedData } from './lib/pre-rendered.ts';

interface Head {
  title: string;
  description: string;
}

interface PreRenderedPage {
  /** Null for the not-found page. */
  path: OpenPath | null;
  head: Head;
  html: string;
  /** JSON-LD for search engines; `%PUBLIC_URL%` is replaced by the site's address. */
  data: object | null;
  drawnFrom: PreRenderedData;
}

const LANDING: Head = {
  title: 'your assistant in crypto-trading',
  description:
    'Tandem helps you trade crypto: copy your deals to other keys, place spot orders with targets, and get price alerts on your phone.',
};
const HEADS: Partial<Record<OpenPath, Head>> = {
  '/': LANDING,
  '/signin': { title: 'Sign in', description: 'Sign in to Tandem, your assistant in crypto-trading.' },
  '/signup': { title: 'Sign up', description: 'Sign up to Tandem: free, with a name, an e-mail and a password.' },
  '/faq': {
    title: 'assistant in crypto-trading',
    description:
      'How to start with Tandem, how orders, targets, copies and alerts work, and what to do when something does not.',
  },
  '/donate': { title: 'Support us', description: 'Send a coin to keep Tandem free for everyone.' },
  '/sitemap': { title: 'Sitemap', description: 'Every page of Tandem.' },
};
const MISSING: Head = { title: 'Not found', description: "Sorry! The page you're looking for cannot be found." };

const landingData = {
  '@context': 'https://schema.org',
  '@type': 'WebApplication',
  name: 'Tandem',
  url: '%PUBLIC_URL%/',
  image: '%PUBLIC_URL%/og.png',
  description: LANDING.description,
  applicationCategory: 'FinanceApplication',
  operatingSystem: 'Any',
  browserRequirements: 'Requires JavaScript',
  softwareVersion: __APP_VERSION__,
  offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
  featureList: FEATURES.map(({ title }) => title),
};

function headOf(path: OpenPath): Head {
  const head = HEADS[path] ?? STATIC_PAGES.find((paper) => paper.path === path);
  if (!head) throw new Error(`${path} has neither a title nor a description.`);
  return head;
}

/** HTML for a visitor, or for an unknown user. */
async function htmlOf(path: string, drawnFrom: PreRenderedData, visitor = true): Promise<string> {
  const client = new QueryClient();
  if (visitor) client.setQueryData(userQuery.queryKey, null);
  for (const [key, data] of drawnFrom) client.setQueryData(key, data);
  const failed: unknown[] = [];
  const { prelude } = await prerender(
    <Frame cache={client}>
      <StaticRouter location={path}>
        <AppRoutes />
      </StaticRouter>
    </Frame>,
    // In one piece: streamed parts would need inline scripts, which the policy forbids.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER, onError: (error) => void failed.push(error) },
  );
  const html = await new Response(prelude).text();
  // Clears timers that would keep the build process running.
  client.clear();
  if (failed.length > 0) throw new Error(`${path} cannot be drawn at the build.`, { cause: failed[0] });
  return html;
}

const withoutCurrent = (html: string): string => html.replaceAll(' aria-current="page"', '');

/** The frames of signed-in pages, for an unknown user; null is that of any other address. */
export async function drawFrames(): Promise<Map<OwnPath | null, string>> {
  for (const [path, skeleton] of Object.entries(OWN_SKELETONS)) ownSkeletons.set(path, skeleton);
  const frames = new Map<OwnPath | null, string>();
  for (const path of OWN_PATHS) frames.set(path, withoutCurrent(await htmlOf(path, [], false)));
  return frames.set(null, withoutCurrent(await htmlOf('/welcome', [], false)));
}

export async function drawPages(groups: FaqGroup[]): Promise<PreRenderedPage[]> {
  const pages: PreRenderedPage[] = [];
  for (const path of OPEN_PATHS) {
    await preloadPage(path);
    const drawnFrom: PreRenderedData = path === '/faq' ? [[faqQuery.queryKey, { groups }]] : [];
    const data = path === '/' ? landingData : null;
    pages.push({ path, head: headOf(path), html: await htmlOf(path, drawnFrom), data, drawnFrom });
  }
  const missing = await htmlOf('/404', []);
  return [...pages, { path: null, head: MISSING, html: missing, data: null, drawnFrom: [] }];
}
