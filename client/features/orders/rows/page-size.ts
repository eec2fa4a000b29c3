/** Rows of a page; the last is all of them. */
export const PAGE_SIZES = [10, 25, 50, 500] as const;
export type PageSize = (typeof PAGE_SIZES)[number];
export const ALL = 500;
/** What the server sends unasked, and asks for before the page is rendered. */
const USUAL = 10;

const STORED = 'rows-per-page';

export const readPageSize = (stored: string | null): PageSize =>
  PAGE_SIZES.find((size) => String(size) === stored) ?? USUAL;

/** As chosen on this device. */
export const pageSizeHere = (): PageSize => readPageSize(localStorage.getItem(STORED));

export const keepPageSize = (size: PageSize): void => localStorage.setItem(STORED, String(size));

/** As a part of what a list is asked for: the usual size is left out, so that all who ask share one cache entry. */
export const sizeParam = (size: PageSize): { size?: number } => (size === USUAL ? {} : { size });
