import type { Alert } from '#contracts/alerts.ts';
import { PAGE_SIZE } from '#contracts/symbol.ts';
import type { AlertPages, AlertsFilter } from './alerts.queries.ts';

const matches = (alert: Alert, { market, favorite, search }: AlertsFilter): boolean =>
  alert.market === market && (!favorite || alert.favorite) && (alert.symbol ?? '').toLowerCase().includes(search);

export const withAlert = (pages: AlertPages, alert: Alert): AlertPages => ({
  ...pages,
  pages: pages.pages.map((page) => ({
    ...page,
    content: page.content.map((one) => (one.id === alert.id ? alert : one)),
  })),
});

const counted = (pages: AlertPages, by: number): AlertPages => ({
  ...pages,
  pages: pages.pages.map((page) => {
    const totalRecords = page.totalRecords + by;
    return { ...page, totalRecords, lastPageNumber: Math.max(0, Math.ceil(totalRecords / PAGE_SIZE) - 1) };
  }),
});

/** Inserts a new alert at the top of the lists it matches. */
export function withNewAlert(pages: AlertPages, alert: Alert, filter: AlertsFilter): AlertPages {
  const next = withAlertOnTop(pages, alert, filter);
  return next === pages ? pages : counted(next, 1);
}

export function withoutAlert(pages: AlertPages, id: string): AlertPages {
  const next = pages.pages.map((page) => ({ ...page, content: page.content.filter((one) => one.id !== id) }));
  const found = next.some(({ content }, at) => content.length < (pages.pages[at]?.content.length ?? 0));
  return found ? counted({ ...pages, pages: next }, -1) : pages;
}

/** Moves an alert to the top; entries pushed past the last loaded page reappear with the next one. */
export function withAlertOnTop(pages: AlertPages, alert: Alert, filter: AlertsFilter): AlertPages {
  const shown = pages.pages.flatMap(({ content }) => content);
  const known = shown.some(({ id }) => id === alert.id);
  if (!known && !matches(alert, filter)) return pages;
  const rest = shown.filter(({ id }) => id !== alert.id);
  const all = [alert, ...rest].slice(0, Math.max(pages.pages.length * PAGE_SIZE, known ? shown.length : 1));
  return {
    ...pages,
    pages: pages.pages.map((page, at) => ({ ...page, content: all.slice(at * PAGE_SIZE, (at + 1) * PAGE_SIZE) })),
  };
}
