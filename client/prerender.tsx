import { QueryClient } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { Frame } from './app/app.tsx';
import { FEATURES } from './app/landing/features.ts';
import { DRAWN_PATHS } from './app/pages.ts';
import { PAPERS } from './app/papers/papers.ts';
import { AppRoutes } from './app/routes.tsx';
import { userQuery } from './features/accounts/session.ts';

interface DrawnPage {
  path: string;
  head: { title: string; description: string };
  html: string;
  /** What a search engine reads of it; `%PUBLIC_URL%` stands for the site's own address. */
  data: object | null;
}

const LANDING = {
  title: 'your assistant in crypto-trading',
  description:
    'Tandem helps you trade crypto: copy your deals to other keys, place spot orders with targets, and get price alerts on your phone.',
};
const SITEMAP = { title: 'Sitemap', description: 'Every page of Tandem.' };

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

const headOf = (path: string): DrawnPage['head'] =>
  PAPERS.find((paper) => paper.path === path) ?? (path === '/' ? LANDING : SITEMAP);

async function htmlOf(path: string): Promise<string> {
  const client = new QueryClient();
  // As a visitor sees it.
  client.setQueryData(userQuery.queryKey, null);
  const failed: unknown[] = [];
  const { prelude } = await prerender(
    <Frame cache={client}>
      <StaticRouter location={path}>
        <AppRoutes />
      </StaticRouter>
    </Frame>,
    // In one piece: a part that comes later needs a script in the page, which the policy forbids.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER, onError: (error) => void failed.push(error) },
  );
  const html = await new Response(prelude).text();
  // Its timers would keep the build from ending.
  client.clear();
  if (failed.length > 0) throw new Error(`${path} cannot be drawn at the build.`, { cause: failed[0] });
  return html;
}

export async function drawPages(): Promise<DrawnPage[]> {
  const pages: DrawnPage[] = [];
  for (const path of DRAWN_PATHS)
    pages.push({ path, head: headOf(path), html: await htmlOf(path), data: path === '/' ? landingData : null });
  return pages;
}
