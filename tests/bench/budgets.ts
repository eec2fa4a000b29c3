/** What the client may weigh, in bytes after gzip, and what Lighthouse has to say of it at least. */
export const BYTES = {
  /** JavaScript of a drawn page before the browser is idle or the page is touched. */
  beforeIdle: 20_000,
  /** JavaScript of the first view of a signed-in person; the chart comes apart and later. */
  signedIn: 150_000,
  /** JavaScript of any route. */
  route: 180_000,
  worker: 15_000,
};

export const SCORES = {
  performance: { open: 98, signedIn: 95 },
  others: { accessibility: 100, 'best-practices': 100, seo: 100 },
};

/** Of an open page, on simulated slow 4G. */
export const LARGEST_PAINT_MS = 1000;
