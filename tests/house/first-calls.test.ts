import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QueryClient } from '@tanstack/react-query';
import { Hono } from 'hono';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { memoryStorage } from '../doubles/memory-storage.ts';
import type { FirstQueries } from '../../client/app/first-queries.ts';
import type { HttpEnv } from '../../server/http/http-env.ts';
import { preparedFiles, preRenderedPages } from '../../server/http/pre-rendered-pages.ts';
import { pageFile } from '#contracts/rules/page-paths.ts';
import { until } from '../setup/until.ts';

interface Page {
  firstQueries: FirstQueries;
}
const load = (module: string): Promise<Page> => import(join(import.meta.dirname, '../../client/app', module));

const PAGES: Record<string, string> = {
  '/overview': 'pages/overview-page.tsx',
  '/markets/spot/list': 'pages/markets-page.tsx',
  '/history': 'pages/history-page.tsx',
  '/bots': 'pages/bots-page.tsx',
  '/signals': 'pages/signals-page.tsx',
  '/alerts': 'pages/alerts-page.tsx',
  '/api': 'pages/keys-page.tsx',
};
const AROUND = 'live-layout.tsx';
/** Asked for by every page, before its code is loaded. */
const EVERYWHERE = ['/api/site', '/api/user'];

let folder: string;
const site = new Hono<HttpEnv>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-first-calls-'));
  for (const path of Object.keys(PAGES)) await writeFile(join(folder, pageFile(path)), 'page');
  const publicUrl = 'https://tandem.example/';
  site.use('/*', preRenderedPages(preparedFiles(folder, { publicUrl, EXCHANGE_MODE: 'live' }), publicUrl));
});
afterAll(async () => {
  // Pages load what is shown later by themselves; unfinished, it would fail in the next file of this worker.
  await vi.dynamicImportSettled();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => vi.unstubAllGlobals());

async function named(path: string): Promise<string[]> {
  const { headers } = await site.request(path, { headers: { cookie: '__Host-session=a' } });
  return [...(headers.get('link') ?? '').matchAll(/<([^>]+)>; rel=preload/g)].map(([, call = '']) => call);
}

async function asked(module: string, search: string): Promise<string[]> {
  const calls: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    calls.push(address);
    return new Promise(() => {});
  });
  vi.stubGlobal('localStorage', memoryStorage());
  const client = new QueryClient();
  for (const page of [await load(AROUND), await load(module)])
    void Promise.all(page.firstQueries(client, new URLSearchParams(search)));
  return calls;
}

it.each([
  '/overview',
  '/history',
  '/alerts',
  '/api',
  '/bots',
  '/signals',
  '/markets/spot/list',
  '/markets/spot/list?market=bybit&symbolName=BTC/USDT&counterEarning=false&section=sell',
  '/markets/spot/list?section=history',
  '/markets/spot/list?section=alerts',
])('the server names what %s asks for before it is rendered', async (address) => {
  const [path = '', search = ''] = address.split('?');
  const calls = await asked(PAGES[path] ?? '', search);
  const preloaded = await named(address);
  await until(() => expect([...EVERYWHERE, ...calls].toSorted()).toEqual(preloaded.toSorted()));
});
