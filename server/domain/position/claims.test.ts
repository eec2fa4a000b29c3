import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { big, sketch, XRP } from '../../../tests/factories/block-sketch.ts';
import { runs } from '../../../tests/setup/property-runs.ts';
import { type Claim, claimedAsset, claimOf, isShort, sharesOf } from './claims.ts';

const bought = () => sketch().order('entry', ['0.52', '192.3'], { trades: [['192.3']] });
const claim = (id: string, quantity: string, tied = '0'): Claim => ({ id, quantity: big(quantity), tied: big(tied) });
const shared = (claims: Claim[], free: string) =>
  Object.fromEntries([...sharesOf(claims, big(free))].map(([id, share]) => [id, share.toFixed()]));

it('V-08 fees of others up to a fiftieth, and less than a step, are not missing', () => {
  const short = (quantity: string, there: string) => isShort(big(quantity), big(there), big('0.1'));
  expect([short('192.1077', '191.9154'), short('100', '98'), short('100', '97.99')]).toEqual([false, false, true]);
  expect([short('4', '3.90001'), short('4', '3.9')]).toEqual([false, true]);
});

describe('V-07 what a position holds of its account', () => {
  const held = ({ position }: ReturnType<typeof bought>) => {
    const { quantity, tied } = claimOf(position, XRP);
    return [claimedAsset(position, XRP), quantity.toFixed(), tied.toFixed()];
  };

  it('V-07 a purchase holds its base net of fees, a sale what it brought in', () => {
    expect(held(bought())).toEqual(['XRP', '192.1077', '0']);
    const sold = sketch({ side: 'sell' }).order('entry', ['0.52', '192.3'], { trades: [['192.3']] });
    expect(held(sold)).toEqual(['USDT', '99.896004', '0']);
  });

  it('V-07 both orders of a list tie it up once, two alone each their own; one that is not sent ties up nothing', () => {
    const list = { clientListId: 'TDlist' };
    const both = bought().order('take-profit', ['0.546', '192.1'], list).order('stop-loss', ['0.494', '192.1'], list);
    expect(held(both)).toEqual(['XRP', '192.1077', '192.1']);
    const apart = bought().order('take-profit', ['0.546', '100']).order('stop-loss', ['0.494', '50']);
    expect(held(apart)).toEqual(['XRP', '192.1077', '150']);
    const partly = bought().order('take-profit', ['0.546', '100'], { trades: [['60']] });
    expect(held(partly)).toEqual(['XRP', '132.1077', '40']);
    expect(held(bought().order('close', ['0.52', '192.1'], { state: 'planned' }))).toEqual(['XRP', '192.1077', '0']);
    expect(held(bought().order('close', ['0', '192.1'], { type: 'market', state: 'sending' }))).toEqual([
      'XRP',
      '192.1077',
      '192.1',
    ]);
  });

  it('V-07 a purchase back is tied up at the price of its order, at market whole', () => {
    const sold = () => sketch({ side: 'sell' }).order('entry', ['0.52', '192.3'], { trades: [['192.3']] });
    expect(held(sold().order('take-profit', ['0.494', '192.5']))).toEqual(['USDT', '99.896004', '95.095']);
    expect(held(sold().order('close', ['0', '192.5'], { type: 'market', state: 'sending' }))[2]).toBe('99.896004');
    expect(held(sold().order('stop-loss', ['0.546', '100']))[2]).toBe('54.6');
    expect(held(sold().order('take-profit', ['0.494', '300']))[2]).toBe('99.896004');
  });

  it('V-07 what an exit has sold is not held any more, though its trades are not read yet; an entry’s are awaited', () => {
    const exit = bought().order('take-profit', ['0.546', '192.1'], {
      filledQuantity: big('40'),
      state: 'partly-filled',
    });
    expect(held(exit)).toEqual(['XRP', '152.1077', '152.1']);
    const partly = bought().order('take-profit', ['0.546', '192.1'], { trades: [['30']], filledQuantity: big('40') });
    expect(held(partly)).toEqual(['XRP', '152.1077', '152.1']);
    const entry = sketch().order('entry', ['0.52', '192.3'], { trades: [['100']], filledQuantity: big('192.3') });
    expect(held(entry)).toEqual(['XRP', '99.9', '0']);
  });
});

describe('V-07 what can still be there', () => {
  it('V-07 is all of it while there is enough, and never more than the position holds', () => {
    expect(shared([claim('a', '100'), claim('b', '50')], '150')).toEqual({ a: '100', b: '50' });
    expect(shared([claim('a', '100'), claim('b', '50')], '9000')).toEqual({ a: '100', b: '50' });
  });

  it('V-07 is shared in equal parts where there is less, a small claim first; what is tied up stays its own', () => {
    expect(shared([claim('a', '100'), claim('b', '100')], '100')).toEqual({ a: '50', b: '50' });
    expect(shared([claim('a', '200'), claim('b', '10'), claim('c', '100')], '150')).toEqual({
      a: '70',
      b: '10',
      c: '70',
    });
    expect(shared([claim('a', '192.1', '192.1'), claim('b', '192.1')], '10')).toEqual({ a: '192.1', b: '10' });
    expect(shared([claim('a', '100')], '-1')).toEqual({ a: '0' });
  });

  it('V-07 is no more than there is, and what one owner gives up changes no other share', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 30_000 }), fc.nat(), (held, free, which) => {
        const claims = held.map((quantity, index) => claim(String(index), String(quantity)));
        const shares = sharesOf(claims, big(free));
        const total = [...shares.values()].reduce((sum, share) => sum.plus(share), big(0));
        const whole = held.reduce((sum, quantity) => sum + quantity, 0);
        expect(total.lte(free)).toBe(true);
        expect(total.minus(Math.min(whole, free)).abs().lt('1e-15')).toBe(true);
        const given = String(which % held.length);
        const less = claims.map((each) =>
          each.id === given ? claim(given, (shares.get(given) ?? big(0)).toFixed()) : each,
        );
        for (const [id, share] of sharesOf(less, big(free))) {
          expect(
            share
              .minus(shares.get(id) ?? 0)
              .abs()
              .lt('1e-15'),
          ).toBe(true);
        }
      }),
      { numRuns: runs(300) },
    );
  });
});
