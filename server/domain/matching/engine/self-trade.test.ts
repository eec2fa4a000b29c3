import { describe, expect, it } from 'vitest';
import type { StpMode } from '../model/order.ts';
import { big, buy, matchingWorld, sell } from '../../../../tests/factories/matching-world.ts';

/** A purchase that rests at the market's own price, and a sale of the same account that meets it. */
function meet(sizes: { buy: string; sell: string }, stp: StpMode) {
  const world = matchingWorld();
  const { xrp, place } = world;
  xrp.terms = { ...xrp.terms, maxPerTick: big('0') };
  const maker = place(buy(sizes.buy, '0.53'));
  xrp.terms = { ...xrp.terms, maxPerTick: null };
  const taker = place(sell(sizes.sell, '0.53', { stp }));
  const outcomes = [maker, taker].map(
    ({ status, executedQty, preventedQty }) => `${status} ${executedQty.toFixed()} -${preventedQty.toFixed()}`,
  );
  return { ...world, maker, taker, outcomes };
}
const SIZES = { buy: '60', sell: '100' };

describe('orders of one account that would trade with each other', () => {
  it.each<[StpMode, string[], string]>([
    ['EXPIRE_MAKER', ['EXPIRED_IN_MATCH 0 -60', 'FILLED 100 -0'], '0'],
    ['EXPIRE_TAKER', ['NEW 0 -0', 'EXPIRED_IN_MATCH 0 -100'], '31.8'],
    ['EXPIRE_BOTH', ['EXPIRED_IN_MATCH 0 -60', 'EXPIRED_IN_MATCH 0 -100'], '0'],
    ['DECREMENT', ['EXPIRED_IN_MATCH 0 -60', 'FILLED 40 -60'], '0'],
  ])('%s', (mode, expected, lockedAfter) => {
    const { outcomes, ann, locked } = meet(SIZES, mode);
    expect(outcomes).toEqual(expected);
    expect(locked(ann, 'USDT')).toBe(lockedAfter);
    expect(locked(ann, 'XRP')).toBe('0');
  });

  it('with DECREMENT leave what is more of the larger one', () => {
    const { outcomes, ann, locked, maker, trade } = meet({ buy: '100', sell: '60' }, 'DECREMENT');
    expect(outcomes).toEqual(['NEW 0 -60', 'EXPIRED_IN_MATCH 0 -60']);
    expect(locked(ann, 'USDT')).toBe('21.2');
    trade('0.52');
    expect([maker.status, maker.executedQty.toFixed()]).toEqual(['FILLED', '40']);
  });

  it('record the match on the order that arrived, with what each lost', () => {
    const match = (mode: StpMode) => meet(SIZES, mode).taker.details.prevented?.[0];
    const { maker, taker, clock } = meet(SIZES, 'EXPIRE_BOTH');
    expect(taker.details.prevented).toEqual([
      {
        id: 1,
        taker: { orderId: taker.orderId, prevented: '100.00000000' },
        maker: { orderId: maker.orderId, prevented: '60.00000000' },
        mode: 'EXPIRE_BOTH',
        price: '0.53000000',
        time: clock.now,
      },
    ]);
    expect([maker.details.preventedMatchId, taker.details.preventedMatchId]).toEqual([1, 1]);
    expect(match('EXPIRE_MAKER')).toMatchObject({ taker: { prevented: null }, maker: { prevented: '60.00000000' } });
    expect(match('EXPIRE_TAKER')).toMatchObject({ taker: { prevented: '100.00000000' }, maker: { prevented: null } });
    expect(match('DECREMENT')).toMatchObject({
      taker: { prevented: '60.00000000' },
      maker: { prevented: '60.00000000' },
    });
  });
});

it('orders of two accounts trade with each other', () => {
  const { core, xrp, place, fills } = matchingWorld();
  const bob = core.openAccount('bob', { USDT: '100' });
  xrp.terms = { ...xrp.terms, maxPerTick: big('0') };
  const maker = place(buy('60', '0.53'), bob);
  xrp.terms = { ...xrp.terms, maxPerTick: null };
  const taker = place(sell('60', '0.53', { stp: 'EXPIRE_BOTH' }));
  expect([maker.status, taker.status]).toEqual(['FILLED', 'FILLED']);
  expect(fills.map(({ isMaker, tradeId }) => [isMaker, tradeId])).toEqual([
    [true, 1],
    [false, 1],
  ]);
});
