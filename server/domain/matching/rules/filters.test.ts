import { describe, expect, it } from 'vitest';
import { usualTerms } from '../model/market.ts';
import { TapeMarket } from '../tape-market.ts';
import {
  XRP,
  atMarket,
  big,
  buy,
  draft,
  pair,
  refusedFor,
  sell,
  stop,
} from '../../../../tests/factories/matching-world.ts';
import { checkFilters, checkTrailing } from './filters.ts';

const failure = (terms: Parameters<typeof checkFilters>[0], minNotional = '5') => {
  const market = new TapeMarket({ pair: terms.pair, price: big('0.53') });
  market.terms = { ...usualTerms(terms.pair), minNotional: big(minNotional) };
  return refusedFor(() => checkFilters(terms, { market, now: 0 }));
};
const stopLimit = (stopPrice: string, price: string, quantity = '100') =>
  stop(quantity, stopPrice, { type: 'STOP_LOSS_LIMIT', price });

describe('PRICE_FILTER', () => {
  it('wants whole ticks of limit and trigger, within their bounds', () => {
    const narrow = pair('XRP', 'USDT', { minPrice: big('0.5'), maxPrice: big('0.6') });
    const at = (price: string) => failure(buy('100', price, { pair: narrow }));
    expect(failure(buy('100', '0.52005'))).toBe('PRICE_FILTER');
    expect(failure(stop('100', '0.50005'))).toBe('PRICE_FILTER');
    expect(['0.4999', '0.5', '0.6', '0.6001'].map(at)).toEqual(['PRICE_FILTER', null, null, 'PRICE_FILTER']);
    expect(failure(stop('100', '0.4999', { pair: narrow }))).toBe('PRICE_FILTER');
    expect(failure(buy('100', '0.6001', { pair: { ...narrow, maxPrice: null } }))).toBeNull();
  });
});

describe('PERCENT_PRICE_BY_SIDE', () => {
  it('bounds a limit by the average price, by side', () => {
    const bids = ['0.1059', '0.106', '0.636', '0.6361'].map((price) => failure(buy('100', price)));
    expect(bids).toEqual(['PERCENT_PRICE_BY_SIDE', null, null, 'PERCENT_PRICE_BY_SIDE']);
    const asks = ['0.4239', '0.424', '2.65', '2.6501'].map((price) => failure(sell('100', price)));
    expect(asks).toEqual(['PERCENT_PRICE_BY_SIDE', null, null, 'PERCENT_PRICE_BY_SIDE']);
    expect(failure(stopLimit('0.5', '0.4239'))).toBe('PERCENT_PRICE_BY_SIDE');
  });

  it('leaves a trigger free, and a pair without a band', () => {
    expect(failure(stop('1000', '0.1'))).toBeNull();
    expect(failure(buy('100', '9', { pair: { ...XRP, priceBand: null } }))).toBeNull();
  });
});

describe('LOT_SIZE', () => {
  it('wants whole steps within the bounds', () => {
    const of = (quantity: string, more = {}) => failure(buy(quantity, '0.11', { pair: { ...XRP, ...more } }), '0');
    expect(of('100.05')).toBe('LOT_SIZE');
    expect([of('0.1'), of('0.2', { minQty: big('0.3') }), of('0.3', { minQty: big('0.3') })]).toEqual([
      null,
      'LOT_SIZE',
      null,
    ]);
    expect([of('900000'), of('900000.1')]).toEqual([null, 'LOT_SIZE']);
  });

  it('does not look at a leg that has no size yet', () => {
    expect(failure(stop('0', '0.5'))).toBeNull();
  });
});

describe('TRAILING_DELTA', () => {
  const bounds = { minAbove: 20, maxAbove: 300, minBelow: 40, maxBelow: 500 };
  const at = (side: 'BUY' | 'SELL', type: 'STOP_LOSS' | 'TAKE_PROFIT') => (trailingDelta: number) =>
    failure(draft({ side, type, quantity: '100', trailingDelta, pair: { ...XRP, trailingDelta: bounds } }));

  it.each([
    ['BUY', 'STOP_LOSS'],
    ['SELL', 'TAKE_PROFIT'],
  ] as const)('bounds a %s %s, which lies above the market, as such', (side, type) => {
    expect([19, 20, 300, 301].map(at(side, type))).toEqual(['TRAILING_DELTA', null, null, 'TRAILING_DELTA']);
  });

  it.each([
    ['SELL', 'STOP_LOSS'],
    ['BUY', 'TAKE_PROFIT'],
  ] as const)('bounds a %s %s, which lies below the market, as such', (side, type) => {
    expect([39, 40, 500, 501].map(at(side, type))).toEqual(['TRAILING_DELTA', null, null, 'TRAILING_DELTA']);
  });

  it('is asked of trailing orders only, and only where there is one', () => {
    expect(failure(stop('100', '0.5', { pair: { ...XRP, trailingDelta: bounds } }))).toBeNull();
    expect(failure(stop('100', '0', { trailingDelta: 1, pair: { ...XRP, trailingDelta: null } }))).toBeNull();
  });

  it('a symbol without trailing orders takes none', () => {
    const market = new TapeMarket({ pair: { ...XRP, trailingDelta: null }, price: big('0.53') });
    const refused = (terms: Parameters<typeof checkTrailing>[0]) => refusedFor(() => checkTrailing(terms, market));
    expect(refused(stop('100', '0.5', { trailingDelta: 100 }))).toBe('no-trailing');
    expect(refused(stop('100', '0.5'))).toBeNull();
    market.terms = { ...market.terms, trailing: true };
    expect(refused(stop('100', '0.5', { trailingDelta: 100 }))).toBeNull();
  });
});

describe('MARKET_LOT_SIZE', () => {
  it('bounds what goes to the market at once', () => {
    expect([failure(atMarket('SELL', '300000')), failure(atMarket('SELL', '300000.1'))]).toEqual([
      null,
      'MARKET_LOT_SIZE',
    ]);
    expect(failure(stop('300000.1', '0.5'))).toBe('MARKET_LOT_SIZE');
    expect(failure(buy('300000.1', '0.11'))).toBeNull();
    expect(failure(atMarket('SELL', '300000.1', { pair: { ...XRP, marketMaxQty: null } }))).toBeNull();
  });
});

describe('NOTIONAL', () => {
  it('values an order at its limit, else at its trigger, else at the average', () => {
    expect([failure(buy('10', '0.4999')), failure(buy('10', '0.5'))]).toEqual(['NOTIONAL', null]);
    expect([failure(stop('9.9', '0.5')), failure(stop('10', '0.5'))]).toEqual(['NOTIONAL', null]);
    expect([failure(stopLimit('0.5', '0.4999', '10')), failure(stopLimit('0.4999', '0.5', '10'))]).toEqual([
      'NOTIONAL',
      null,
    ]);
    expect([failure(atMarket('SELL', '9.4')), failure(atMarket('SELL', '9.5'))]).toEqual(['NOTIONAL', null]);
  });

  it('counts what a market order is to spend', () => {
    const spend = (quoteOrderQty: string) => failure(draft({ type: 'MARKET', quoteOrderQty }));
    expect([spend('4.99'), spend('5')]).toEqual(['NOTIONAL', null]);
  });

  it('follows the terms of the moment', () => {
    expect([failure(buy('10', '0.5'), '5.01'), failure(buy('10', '0.5'), '5')]).toEqual(['NOTIONAL', null]);
  });

  it('bounds a limit from above, but not what goes to the market', () => {
    expect([failure(buy('200000', '0.5')), failure(buy('200000.1', '0.5'))]).toEqual([null, 'NOTIONAL']);
    expect(failure(draft({ type: 'MARKET', quoteOrderQty: '100001' }))).toBeNull();
    expect(failure(stop('250000', '0.5'))).toBeNull();
  });
});
