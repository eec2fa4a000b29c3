import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { OPEN_PATHS, type OpenPath, type OwnPath, type PaperPath } from '#contracts/rules/page-paths.ts';
import { BYTES } from './budgets.ts';
import type { Row } from './measure.ts';
import { root } from './site.ts';

const built = join(root, 'dist', 'client');
const gzipped = (file: string) => gzipSync(readFileSync(join(built, file)), { level: 9 }).length;
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB gzip`;

/** These scripts with all that they import statically. */
function withImports(scripts: readonly string[]): Set<string> {
  const found = new Set<string>();
  const waiting = [...scripts];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const source = readFileSync(join(built, file), 'utf8');
    const imports = source.matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g);
    waiting.push(...[...imports].map(([, name]) => `assets/${name}`));
  }
  return found;
}

/** The scripts that a page names in this way, and what they import. */
function scriptsOf(page: string, named: RegExp): Set<string> {
  const files = readFileSync(join(built, page), 'utf8').match(named);
  if (!files) throw new Error(`${page} loads no script: build the site first.`);
  return withImports(files);
}

/** What a page loads by itself: its module scripts and what it preloads. */
const AT_ONCE = /(?<=(?:src|href)="\/)assets\/[^"]+\.js(?=")/g;
/** With what its boot script requests after the first paint. */
const WITH_APP = /assets\/[\w-]+\.js/g;

const drawnScripts = (path: OpenPath) => [...scriptsOf(path === '/' ? 'index.html' : `${path.slice(1)}.html`, AT_ONCE)];

const LIVE = 'member';
/** The chunks that each route adds to the app, by their own names; of the papers, which share theirs, one. */
const ROUTES: Record<Exclude<OpenPath, PaperPath> | '/help' | OwnPath, string[]> = {
  '/': ['landing-page'],
  '/signin': ['sign-pages'],
  '/signup': ['sign-pages'],
  '/faq': ['faq-page'],
  '/donate': ['donate-page'],
  '/sitemap': ['sitemap-page'],
  '/help': ['static-page'],
  '/welcome': [LIVE, 'welcome-page'],
  '/overview': [LIVE, 'overview-page'],
  '/markets/spot/list': [LIVE, 'trading'],
  '/history': [LIVE, 'history-page'],
  '/alerts': [LIVE, 'alerts-page'],
  '/api': [LIVE, 'keys-page'],
  '/account': [LIVE, 'account-page'],
  '/bots': [LIVE, 'bots-page'],
  '/backtests': [LIVE, 'backtests-page'],
  '/signals': [LIVE, 'signals-page'],
  '/developers': [LIVE, 'developers-page'],
};

function chunk(name: string): string {
  // Eight letters of a hash: 'trading' is not 'trading-next'.
  const named = new RegExp(String.raw`^${name}-[\w-]{8}\.js$`);
  const file = readdirSync(join(built, 'assets')).find((one) => named.test(one));
  if (!file) throw new Error(`The build holds no ${name}: say in tests/bench/bytes.ts what it is called now.`);
  return `assets/${file}`;
}

function budget(name: string, scripts: Iterable<string>, most: number): Row {
  const bytes = [...scripts].reduce((sum, file) => sum + gzipped(file), 0);
  return { name, found: kilobytes(bytes), goal: `under ${kilobytes(most)}`, met: bytes < most };
}

const routeScripts = (names: readonly string[]) =>
  withImports([...scriptsOf('app.html', WITH_APP), ...names.map(chunk)]);

/** What we aim at, and do not hold a change back for. */
export const firstViewRow = (): Row =>
  budget('JavaScript of the first view of Markets', routeScripts([LIVE, 'trading']), BYTES.signedIn);

/** Byte budgets do not vary with the machine: these are the ones that may fail a build. */
export function byteRows(): Row[] {
  const routes = Object.entries(ROUTES).map(([path, names]) =>
    budget(`JavaScript of ${path}`, routeScripts(names), BYTES.route),
  );
  return [
    budget('JavaScript of a drawn page before idle', new Set(OPEN_PATHS.flatMap(drawnScripts)), BYTES.beforeIdle),
    ...routes,
    budget('service worker', ['sw.js'], BYTES.worker),
  ];
}
