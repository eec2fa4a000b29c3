import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import { isPage, OWN_PATHS, type OwnPath, pageFile } from '#contracts/rules/page-paths.ts';
import { isPairName, readView } from '#contracts/rules/view.ts';
import { type EncodedText, encodeText, sendEncoded } from './encoded-text.ts';
import type { HttpEnv } from './http-env.ts';
import { cookieName } from './session-cookie.ts';

/** Placeholders for what only the running server knows: its public address and its mode. */
const ADDRESS = '%PUBLIC_URL%';
const MODE = '%EXCHANGE_MODE%';
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};
interface Ready {
  text: EncodedText;
  type: string | undefined;
  changed: number;
}

const fileOf = (path: string): string | null => {
  if (/^\/[a-z-]+\.(html|xml|txt)$/.test(path)) return path.slice(1);
  return /^\/[a-z/-]*$/.test(path) && isPage(path) ? pageFile(path) : null;
};

/**
 * The address of the page that a file holds; null when it holds none. The service worker requests files with a
 * revision.
 */
function addressOf(path: string, search: URLSearchParams): string | null {
  if (!path.endsWith('.html') || search.has('__WB_REVISION__')) return null;
  const page = path === '/index.html' ? '/' : path.slice(0, -'.html'.length);
  return isPage(page) ? page : null;
}

export interface SiteSettings {
  /** The origin that people use. */
  publicUrl: string;
  EXCHANGE_MODE: 'paper' | 'live';
}

async function prepare(file: string, { publicUrl, EXCHANGE_MODE }: SiteSettings): Promise<EncodedText> {
  const text = (await readFile(file, 'utf8')).replaceAll(ADDRESS, new URL(publicUrl).origin);
  return encodeText(text.replaceAll(MODE, EXCHANGE_MODE));
}

function marketCalls(search: URLSearchParams): string[] {
  const { market, symbolName, counterEarning, section } = readView(search);
  const calls = ['/api/key/all', '/api/user/trading', `/api/alert/not-seen-id-list?market=${market.toUpperCase()}`];
  if (!isPairName(symbolName)) return calls;
  const pair = `/api/markets/spot/${market}/${symbolName}`;
  if (section === 'alerts' || section === 'history' || search.has('sort') || search.has('direction'))
    return [...calls, pair];
  const rows = `market=${market}&symbolName=${symbolName}&counterEarning=${counterEarning}&section=${section}&page=0`;
  return [...calls, pair, `/api/markets/spot/list?${rows}`];
}

const EVERYWHERE = ['/api/user', '/api/site', '/api/alert/not-seen-id-list'];

/** What a page asks for before its first render, besides what every page asks for. */
const FIRST_CALLS: Partial<Record<OwnPath, readonly string[]>> = {
  '/overview': ['/api/overview/worth?span=1d', '/api/overview/blocks', '/api/key/all', '/api/bots'],
  '/history': ['/api/history/tags', '/api/key/all'],
  '/alerts': ['/api/alert/list?market=BINANCE&page=0'],
  '/api': ['/api/key/all'],
  '/bots': ['/api/bots', '/api/key/all'],
  '/signals': ['/api/hooks', '/api/key/all', '/api/webhooks'],
};

/** The API calls that a signed-in page makes before its first render. */
function firstCalls(path: string, search: URLSearchParams): string[] {
  const own = OWN_PATHS.find((one) => one === path);
  if (!own) return [];
  return [...EVERYWHERE, ...(own === '/markets/spot/list' ? marketCalls(search) : (FIRST_CALLS[own] ?? []))];
}

/** Preloads the page's first API calls, before any script runs. */
function nameFirstCalls(c: Context<HttpEnv>, publicUrl: string): void {
  const calls = firstCalls(c.req.path, new URL(c.req.url).searchParams);
  if (calls.length === 0) return;
  c.header('Vary', 'Cookie', { append: true });
  if (getCookie(c, cookieName(publicUrl)) === undefined) return;
  for (const call of calls) c.header('Link', `<${call}>; rel=preload; as=fetch; crossorigin`, { append: true });
}

/** Files of the build with this site's address and mode filled in; prepared once per build. */
export function preparedFiles(root: string, running: SiteSettings) {
  const ready = new Map<string, Ready>();

  /** Null where the build has no such file. */
  return async function find(name: string): Promise<Ready | null> {
    const file = join(root, name);
    const changed = (await stat(file).catch(() => null))?.mtimeMs;
    if (changed === undefined) return null;
    const known = ready.get(name);
    if (known?.changed === changed) return known;
    const fresh = { text: await prepare(file, running), type: TYPES[extname(name)], changed };
    ready.set(name, fresh);
    return fresh;
  };
}
export type PreparedFiles = ReturnType<typeof preparedFiles>;

/** Serves pages pre-rendered by the build. */
export function preRenderedPages(prepared: PreparedFiles, publicUrl: string): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const { search, searchParams } = new URL(c.req.url);
    const address = addressOf(c.req.path, searchParams);
    if (address !== null) return c.redirect(`${address}${search}`, 308);
    const name = c.req.method === 'GET' || c.req.method === 'HEAD' ? fileOf(c.req.path) : null;
    const found = name === null ? null : await prepared(name);
    if (!found) return next();
    nameFirstCalls(c, publicUrl);
    return sendEncoded(c, found.text, { type: found.type });
  };
}
