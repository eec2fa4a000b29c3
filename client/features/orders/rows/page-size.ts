/** Rows of a page; the last is all of them. */
export const PAGE_SIZES = [10, 25, 50, 500] as const;
export type PageSize = (typeof PAGE_SIZES)[number];
export const ALL = 500;

const STORED = 'rows-per-page';

export const readPageSize = (stored: string | null, usual: PageSize): PageSize =>
  PAGE_SIZES.find((size) => String(size) === stored) ?? usual;

/** As chosen on this device; more where rows are a table. */
export const pageSizeHere = (): PageSize =>
  readPageSize(localStorage.getItem(STORED), globalThis.matchMedia('(width >= 992px)').matches ? 25 : 10);

export const keepPageSize = (size: PageSize): void => localStorage.setItem(STORED, String(size));
