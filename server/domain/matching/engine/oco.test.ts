import { describe, expect, it } from 'vitest';
import {
  big,
  brief,
  draft,
  list,
  matchingWorld,
  refusedFor,
  sell,
  sellPair,
  stop,
} from '../../../../tests/factories/matching-world.ts';

describe('an OCO', () => {
  it('locks its quantity once', () => {
    const { ann, placeList, locked, lists } = matchingWorld();
    const [loss, gain] = placeList(list(null, sellPair('100', '0.5', '0.56')));
    expect([loss?.workingTime, gain?.workingTime]).toEqual([null, expect.any(Number)]);
    expect(loss?.lock).toBe(gain?.lock);
    expect(locked(ann, 'XRP')).toBe('100');
    expect(lists.map(({ contingency, status }) => [contingency, status])).toEqual([['OCO', 'EXECUTING']]);
    expect([ann.open.size, ann.lists.size]).toEqual([2, 1]);
  });

  it('locks what the dearer leg of a purchase needs', () => {
    const { ann, placeList, locked, trade } = matchingWorld();
    const legs = placeList(
      list(null, [
        draft({ type: 'TAKE_PROFIT', quantity: '100', stopPrice: '0.5' }),
        draft({ type: 'STOP_LOSS_LIMIT', quantity: '100', stopPrice: '0.56', price: '0.57' }),
      ]),
    );
    expect(locked(ann, 'USDT')).toBe('57');
    trade('0.5');
    expect(legs.map(brief)).toEqual(['FILLED 100/100', 'EXPIRED 0/100 OCO_TRIGGER']);
    expect(locked(ann, 'USDT')).toBe('0');
  });

  it('ends the stop with the limit’s first part, and keeps the rest of the limit', () => {
    const { xrp, ann, placeList, locked, trade, lists } = matchingWorld();
    const legs = placeList(list(null, sellPair('100', '0.5', '0.56')));
    xrp.terms = { ...xrp.terms, maxPerTick: big('40') };
    trade('0.56');
    expect(legs.map(brief)).toEqual(['EXPIRED 0/100 OCO_TRIGGER', 'PARTIALLY_FILLED 40/100']);
    expect([locked(ann, 'XRP'), ann.lists.size]).toEqual(['60', 1]);
    trade('0.4');
    expect(legs.map(brief)[1]).toBe('PARTIALLY_FILLED 40/100');
    xrp.terms = { ...xrp.terms, maxPerTick: null };
    trade('0.56');
    expect(legs.map(brief)[1]).toBe('FILLED 100/100');
    expect(lists.map(({ status }) => status)).toEqual(['EXECUTING', 'ALL_DONE']);
    expect(ann.lists.size).toBe(0);
  });

  it('ends the limit when the stop is set off', () => {
    const { ann, placeList, locked, trade, free } = matchingWorld();
    const legs = placeList(list(null, sellPair('100', '0.5', '0.56')));
    trade('0.499');
    expect(legs.map(brief)).toEqual(['FILLED 100/100', 'EXPIRED 0/100 OCO_TRIGGER']);
    expect([locked(ann, 'XRP'), free(ann, 'USDT')]).toEqual(['0', '10049.8501']);
  });

  it('is canceled whole, by either order', () => {
    const { core, ann, placeList, locked, lists } = matchingWorld();
    for (const which of [0, 1]) {
      const legs = placeList(list(null, sellPair('100', '0.5', '0.56')));
      expect(core.cancel(ann, legs[which]?.orderId ?? 0)).toEqual(legs);
      expect(legs.map(brief)).toEqual(['CANCELED 0/100', 'CANCELED 0/100']);
      expect(locked(ann, 'XRP')).toBe('0');
    }
    expect(lists.map(({ status }) => status)).toEqual(['EXECUTING', 'ALL_DONE', 'EXECUTING', 'ALL_DONE']);
  });

  it('has its legs on either side of the last price', () => {
    const { placeList, ann, locked } = matchingWorld();
    const pairAt = (stopPrice: string, price: string) =>
      refusedFor(() => placeList(list(null, sellPair('100', stopPrice, price))));
    expect(pairAt('0.53', '0.56')).toBe('prices-of-pair');
    expect(pairAt('0.5', '0.53')).toBe('prices-of-pair');
    expect(pairAt('0.56', '0.5')).toBe('prices-of-pair');
    expect([locked(ann, 'XRP'), ann.open.size]).toEqual(['0', 0]);
    expect(pairAt('0.5299', '0.5301')).toBeNull();
  });

  it('may consist of two triggers', () => {
    const { placeList, trade } = matchingWorld();
    const gain = draft({ side: 'SELL', type: 'TAKE_PROFIT', quantity: '100', stopPrice: '0.56' });
    const legs = placeList(list(null, [stop('100', '0.5'), gain]));
    trade('0.57');
    expect(legs.map(brief)).toEqual(['EXPIRED 0/100 OCO_TRIGGER', 'FILLED 100/100']);
    expect(refusedFor(() => placeList(list(null, [stop('100', '0.58'), gain])))).toBe('prices-of-pair');
  });

  it('takes no more than the account has', () => {
    const { placeList } = matchingWorld();
    expect(refusedFor(() => placeList(list(null, sellPair('10000.1', '0.5', '0.56'))))).toBe('insufficient-balance');
    expect(refusedFor(() => placeList(list(null, sellPair('10000', '0.5', '0.56'))))).toBeNull();
    expect(
      refusedFor(() => placeList(list(null, [stop('10', '0.5'), sell('10', '0.56', { type: 'LIMIT_MAKER' })]))),
    ).toBe('insufficient-balance');
  });
});
