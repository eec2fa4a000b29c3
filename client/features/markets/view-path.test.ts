import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { DEFAULT_VIEW, readView } from '#contracts/rules/view.ts';
import { draftPrice, unknownMarket, viewPath } from './view-path.ts';

const read = (search: string) => readView(new URLSearchParams(search));

describe('the address of the markets page', () => {
  it('opens the same view again', () => {
    const view = { market: 'bybit', symbolName: 'btc_usdt', counterEarning: false, section: 'history' } as const;
    expect(read(viewPath(view).replace(/^.*\?/, ''))).toEqual(view);
  });

  it.each([
    ['market=kraken', 'kraken'],
    [`market=${'x'.repeat(50)}`, 'x'.repeat(20)],
    ['market=BINANCE', null],
    ['market=', null],
    ['', null],
  ])('G-15 names a market that is none: %s', (search, name) => {
    expect(unknownMarket(new URLSearchParams(search))).toBe(name);
  });

  it('may carry a price for the order form, which another view does not keep', () => {
    const link = viewPath(DEFAULT_VIEW, new Big('0.00000123'));
    expect(draftPrice(new URL(link, 'http://site').searchParams)).toBe('0.00000123');
    expect(viewPath(DEFAULT_VIEW)).not.toContain('price');
    for (const price of ['', '0', '-1', '1e9', 'abc', '1,5'])
      expect(draftPrice(new URLSearchParams({ price }))).toBeNull();
  });
});
