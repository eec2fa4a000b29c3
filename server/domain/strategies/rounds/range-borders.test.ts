import { describe, expect, it } from 'vitest';
import { big } from '../../../../tests/factories/worked-grids.ts';
import { type Borders, breaksOf, restsBetween, type Side, sideAfter } from './range-borders.ts';

const borders: Borders = { low: big('0.47'), high: big('0.57'), wait: 60_000 };
const range = (low: string, high: string) => ({ low: big(low), high: big(high) });
const inside: Side = { isInside: true, since: 5 };
const outside: Side = { isInside: false, since: 5 };

describe('T-9 on which side of its borders the price is', () => {
  const after = (known: Side | null, last: string, traded: ReturnType<typeof range> | null = null) =>
    sideAfter(borders, known, { traded, last: big(last), now: 100 });

  it('both borders are inside', () => {
    expect(['0.47', '0.57', '0.4699', '0.5701'].map((last) => after(null, last).isInside)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('stays since when it came there, and counts anew from a moment on the other side', () => {
    expect(after(inside, '0.5')).toEqual(inside);
    expect(after(outside, '0.46')).toEqual(outside);
    expect(after(inside, '0.46')).toEqual({ isInside: false, since: 100 });
    expect(after(outside, '0.5')).toEqual({ isInside: true, since: 100 });
    expect(after(inside, '0.5', range('0.47', '0.57'))).toEqual(inside);
    expect(after(inside, '0.5', range('0.4699', '0.5'))).toEqual({ isInside: true, since: 100 });
    expect(after(inside, '0.5', range('0.5', '0.5701'))).toEqual({ isInside: true, since: 100 });
    expect(after(outside, '0.46', range('0.46', '0.47'))).toEqual({ isInside: false, since: 100 });
  });

  it('orders come down and are put back after the whole wait', () => {
    const at = (side: Side, now: number, isResting: boolean) => restsBetween(borders, side, { isResting, now });
    expect(at(outside, 60_004, true)).toEqual({ rests: true, again: 60_005 });
    expect(at(outside, 60_005, true)).toEqual({ rests: false, again: null });
    expect(at(inside, 60_004, false)).toEqual({ rests: false, again: 60_005 });
    expect(at(inside, 60_005, false)).toEqual({ rests: true, again: null });
    expect(at(inside, 6, true)).toEqual({ rests: true, again: null });
  });

  it('the prices that would break its stay', () => {
    const of = (side: Side, last: string) =>
      breaksOf(borders, side, big(last)).map(({ price, above }) => `${above ? 'above' : 'below'} ${price.toFixed()}`);
    expect(of(inside, '0.5')).toEqual(['below 0.47', 'above 0.57']);
    expect(of(outside, '0.46')).toEqual(['above 0.47']);
    expect(of(outside, '0.58')).toEqual(['below 0.57']);
  });
});
