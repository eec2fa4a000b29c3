import { describe, expect, it } from 'vitest';
import type { Alert } from '#contracts/alerts.ts';
import { withAlertOnTop, withNewAlert, withoutAlert } from './alert-pages.ts';
import type { AlertPages, AlertsFilter } from './alerts.queries.ts';

const all: AlertsFilter = { market: 'binance', favorite: false, search: '' };
const alert = (id: string, change: Partial<Alert> = {}): Alert =>
  ({ id, market: 'binance', symbol: 'xrp_usdt', favorite: false, executed: false, ...change }) as Alert;
const ids = (pages: AlertPages) => pages.pages.map(({ content }) => content.map(({ id }) => id).join(''));

function pagesOf(...contents: string[]): AlertPages {
  const pages = contents.map((letters) => ({
    content: letters.split('').map((id) => alert(id)),
    totalRecords: 30,
    lastPageNumber: 2,
  }));
  return { pages, pageParams: contents.map((_, at) => at) };
}

describe('an alert that fired', () => {
  it('moves to the top', () => {
    const next = withAlertOnTop(pagesOf('abcdefghij', 'klm'), alert('l', { executed: true }), all);
    expect(ids(next)).toEqual(['labcdefghi', 'jkm']);
    expect(next.pages[0]?.content[0]?.executed).toBe(true);
  });

  it('that was not loaded removes the last one, so that the next page continues correctly', () => {
    expect(ids(withAlertOnTop(pagesOf('abcdefghij'), alert('z'), all))).toEqual(['zabcdefghi']);
    expect(ids(withAlertOnTop(pagesOf('abc'), alert('z'), all))).toEqual(['zabc']);
  });

  it('stays out of a list that it does not belong to', () => {
    const list = pagesOf('abc');
    expect(withAlertOnTop(list, alert('z'), { ...all, favorite: true })).toBe(list);
    expect(withAlertOnTop(list, alert('z'), { ...all, search: 'btc' })).toBe(list);
    expect(ids(withAlertOnTop(list, alert('z'), { ...all, search: 'xrp_u' }))).toEqual(['zabc']);
  });
});

describe('an alert that is added or deleted', () => {
  const totals = (pages: AlertPages) => pages.pages.map(({ totalRecords }) => totalRecords);

  it('is counted where it belongs', () => {
    const list = pagesOf('abcdefghij', 'klm');
    const more = withNewAlert(list, alert('z'), all);
    expect([ids(more), totals(more)]).toEqual([
      ['zabcdefghi', 'jklm'],
      [31, 31],
    ]);
    expect(withNewAlert(list, alert('z'), { ...all, favorite: true })).toBe(list);
    const less = withoutAlert(more, 'k');
    expect([ids(less), totals(less)]).toEqual([
      ['zabcdefghi', 'jlm'],
      [30, 30],
    ]);
    expect(withoutAlert(less, 'k')).toBe(less);
  });
});
