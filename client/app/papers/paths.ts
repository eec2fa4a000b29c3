/** Apart from their texts, which load when one of them is read. */
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
