/** Short pages of plain text; their words load when one of them is read. */
export const PAPER_PATHS = [
  '/investors',
  '/brand',
  '/announcements',
  '/risk-disclosure',
  '/help',
  '/learn',
  '/suggestions',
  '/privacy',
  '/cookies',
  '/usage-policy',
] as const;
export type PaperPath = (typeof PAPER_PATHS)[number];

/** Public: pre-rendered at the build, listed for search engines. */
export const OPEN_PATHS = ['/', '/signin', '/signup', '/faq', '/donate', '/sitemap', ...PAPER_PATHS] as const;
export type OpenPath = (typeof OPEN_PATHS)[number];

/** For a signed-in person. */
export const OWN_PATHS = [
  '/welcome',
  '/overview',
  '/markets/spot/list',
  '/history',
  '/alerts',
  '/api',
  '/account',
  '/bots',
  '/backtests',
  '/signals',
  '/developers',
] as const;
export type OwnPath = (typeof OWN_PATHS)[number];

/** Mailed links, and a trade type that is not open yet. */
export const RESTORE_PATH = '/restore_password/:hash';
export const PROVE_PATH = '/prove_address/:token';
export const KEEP_PATH = '/keep_two_factor/:token';
export const TRADE_TYPE_PATH = '/markets/:tradeType/list';

const shape = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i');
const SHAPES = [...OPEN_PATHS, ...OWN_PATHS, RESTORE_PATH, PROVE_PATH, KEEP_PATH, TRADE_TYPE_PATH].map(shape);

/** As the client's router takes a path: in any case, and with a slash at its end or without. */
export const isPage = (path: string): boolean => SHAPES.some((one) => one.test(path));

/** The file of a page that the build has made ready. */
export const pageFile = (path: string): string =>
  (path === '/' ? 'index' : path.slice(1).replaceAll('/', '-')) + '.html';
