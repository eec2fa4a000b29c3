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
