import type { Big } from 'big.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { big, sketch, XRP } from '../../../tests/factories/block-sketch.ts';
import { runs } from '../../../tests/setup/property-runs.ts';
import { booksOf } from '../position/books.ts';
import type { Position } from '../position/position.ts';
import { type CarriedTrade, handedOver, heldOf, tradesOf } from './carried.ts';
import type { AverageTerms } from './terms.ts';

const termsOf = (side: 'buy' | 'sell', fee = '0.001'): AverageTerms => ({
  side,
  fee: big(fee),
  step: XRP.step,
  tick: XRP.tick,
});

/** A position that has nothing but what it took over. */
function taker(side: 'buy' | 'sell', trades: readonly CarriedTrade[]): Position {
  const { position } = sketch({ side }).order('entry', ['0.52', '192.3'], { trades: [] });
  const fills = trades.map((trade) => Object.assign({ orderId: 'entry-1' }, trade));
  return { ...position, fills };
}
const whole = (position: Position, fee?: string) => ({
  trades: tradesOf(position),
  held: heldOf(position, XRP),
  assets: XRP,
  terms: termsOf(position.section, fee),
});
const shares = (...of: string[]) => of.map(big);
const shown = (position: Position) => {
  const { base, counter, entry, otherFees } = booksOf(position, XRP);
  return [base, counter, entry.quantity, entry.counter, ...otherFees.values()].map((amount) => amount.toFixed());
};

describe('what goes over to another block', () => {
  const bought = () => sketch().order('entry', ['0.52', '192.3'], { trades: [['100'], ['92.3', '0.5199']] }).position;

  it('AV-2 joined whole: every trade as it was', () => {
    const [trades = []] = handedOver(whole(bought()), [big(1)]);
    expect(trades.map(({ quantity, counter }) => [quantity.toFixed(), counter.toFixed()])).toEqual([
      ['100', '52'],
      ['92.3', '47.98677'],
    ]);
    expect(shown(taker('buy', trades))).toEqual(shown(bought()));
  });

  it('AV-4 worked example split-position: coins, costs and the fee of each part', () => {
    const one = sketch().order('entry', ['0.52', '192.3'], { trades: [['192.3']] }).position;
    const parts = handedOver(whole(one), shares('0.5', '0.3', '0.2'));
    const told = parts.map((trades) => shown(taker('buy', trades)));
    expect(told.map(([base, counter]) => [base, counter])).toEqual([
      ['96', '-49.96996996'],
      ['57.6', '-29.98198198'],
      ['38.5077', '-20.04404806'],
    ]);
    for (const [base = '', , quantity = ''] of told) expect(big(quantity).gt(base)).toBe(true);
  });

  it('AV-4 a block that sold first gives each part its share of the proceeds after the fee', () => {
    const sold = sketch({ side: 'sell' }).order('entry', ['0.52', '192.3'], { trades: [['192.3']] }).position;
    const parts = handedOver(whole(sold), shares('0.5', '0.5')).map((trades) => shown(taker('sell', trades)));
    expect(parts.map(([base, counter]) => [base, counter])).toEqual([
      ['-96.15', '49.948002'],
      ['-96.15', '49.948002'],
    ]);
  });

  it('AV-6 a fee that was paid in a third asset keeps what it was worth', () => {
    const paid = sketch().order('entry', ['0.52', '192.3'], { trades: [['192.3', '0.52', '0.001', 'BNB']] }).position;
    const priced = { ...paid, fills: paid.fills.map((fill) => Object.assign(fill, { commissionPrice: big(600) })) };
    const parts = handedOver(whole(priced, '0'), shares('0.5', '0.5'));
    const fees = parts.map((trades) => trades.find(({ commissionAsset }) => commissionAsset === 'BNB'));
    expect(fees.map((fee) => [fee?.commission.toFixed(), fee?.commissionPrice?.toFixed()])).toEqual([
      ['0.000499739989599583', '600'],
      ['0.000500260010400417', '600'],
    ]);
  });
});

it('AV-6 joining and splitting at random 200 times keeps coins, costs, fees and profit to the last digit', () => {
  const run = fc.record({
    side: fc.constantFrom('buy', 'sell'),
    asset: fc.constantFrom('own', 'BNB'),
    trades: fc.array(
      fc.record({ quantity: fc.integer({ min: 100, max: 9000 }), price: fc.integer({ min: 1000, max: 9000 }) }),
      { minLength: 2, maxLength: 5 },
    ),
    moves: fc.array(fc.record({ at: fc.nat(), cut: fc.integer({ min: 1, max: 9 }), isSplit: fc.boolean() }), {
      minLength: 20,
      maxLength: 20,
    }),
  });
  let moved = 0;
  const sums = (all: readonly Position[]): string[] => {
    const total = (of: (position: Position) => Big) =>
      all.reduce((sum, position) => sum.plus(of(position)), big(0)).toFixed();
    const of = (position: Position) => booksOf(position, XRP);
    const worth = (position: Position) =>
      position.fills.reduce((sum, fill) => sum.plus(fill.commission.times(fill.commissionPrice ?? 0)), big(0));
    return [
      total((position) => of(position).base),
      total((position) => of(position).counter),
      total((position) => of(position).entry.quantity),
      total((position) => of(position).entry.counter),
      total((position) => of(position).otherFees.get('BNB') ?? big(0)),
      total(worth),
    ];
  };
  fc.assert(
    fc.property(run, ({ side, asset, trades, moves }) => {
      let all = trades.map(({ quantity, price }): Position => {
        const size = big(quantity).div(10).toFixed();
        const at = big(price).div(10_000).toFixed();
        const trade = asset === 'BNB' ? [size, at, '0.000123456789', 'BNB'] : [size, at];
        const { position } = sketch({ side, quantity: size }).order('entry', [at, size], { trades: [trade] });
        const fills = position.fills.map((fill) => ({
          ...fill,
          commissionPrice: asset === 'BNB' ? big('612.34') : null,
        }));
        return taker(side, tradesOf({ ...position, fills }));
      });
      const before = sums(all);
      for (const { at, cut, isSplit } of moves) {
        const one = all[at % all.length];
        if (!one) continue;
        const others = all.filter((each) => each !== one);
        const [other] = others;
        if (isSplit || !other) {
          const part = big(cut).div(10);
          const parts = handedOver(whole(one, asset === 'BNB' ? '0' : '0.001'), [part, big(1).minus(part)]);
          const made = parts.map((each) => taker(side, each));
          // What is too small to be shared out is not split.
          if (made.some((each) => heldOf(each, XRP).net.lte(0))) continue;
          all = [...others, ...made];
        } else all = [...others.slice(1), taker(side, [...tradesOf(one), ...tradesOf(other)])];
        moved += 1;
      }
      expect(sums(all)).toEqual(before);
      for (const { fills } of all) for (const { commission } of fills) expect(commission.gte(0)).toBe(true);
    }),
    { numRuns: runs(40) },
  );
  expect(moved).toBeGreaterThan(200);
});
