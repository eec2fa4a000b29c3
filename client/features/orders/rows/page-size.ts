/** Rows of a page; the last is the most that one answer of the server has. */
export const PAGE_SIZES = [10, 25, 50, 500] as const;
export type PageSize = (typeof PAGE_SIZES)[number];
export const MOST = 500;
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

interface Looked {
  /** From 0. */
  page: number;
  lastPage: number;
}

/** Says which page a filter looked through; null where there is only one. */
export const restOf = ({ page, lastPage }: Looked): string | null =>
  lastPage === 0 ? null : `This filter looks through one page at a time. You see page ${page + 1} of ${lastPage + 1}.`;
