/** Headings of signed-in pages that are shown before the page's own code is loaded. */
export const HEADINGS = {
  '/overview': 'Overview',
  '/alerts': 'Alerts',
  '/history': 'History',
  '/api': 'Your API',
  '/account': 'My account',
  '/bots': 'Bots',
  '/backtests': 'Backtests',
  '/signals': 'Signals',
  '/developers': 'For developers',
} as const;

/** What a page is about, under its heading. */
export const ABOUT = {
  '/history': "What your closed blocks earned, net of fees. Days are those of this device's time zone.",
  '/signals':
    'A hook is an address that TradingView, another service or your own program can call. What its signals may do, and with how much, is set by you.',
} as const;
