/** Of the site, by who may see them. */
export const OPEN_PAGES = [
  '/',
  '/signin',
  '/signup',
  '/faq',
  '/donate',
  '/investors',
  '/brand',
  '/announcements',
  '/risk-disclosure',
  '/help',
  '/learn',
  '/suggestions',
  '/sitemap',
  '/privacy',
  '/cookies',
  '/usage-policy',
  '/no-such-page',
];
export const SIGNED_IN_PAGES = ['/markets/spot/list', '/alerts', '/api', '/account', '/bots', '/welcome'];

/** Of a browser that nobody sits in front of. */
export const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
