import { describe, expect, it } from 'vitest';
import { big, planOf, XRP_TERMS } from '../../../tests/factories/exit-plans.ts';
import { type OpenSlices, openSlices, type PlanFacts, type PlanOrder } from './open-slices.ts';

const THREE = planOf('0.5460 50, 0.5600 30, 0.5800 20');
const facts = (of: Partial<PlanFacts> & { open: PlanFacts['open'] }): PlanFacts => ({
  leaving: big(0),
  orders: [],
  working: [],
  ...of,
});
const sold = (target: number | null, filled: string, more: Partial<PlanOrder> = {}): PlanOrder => ({
  target,
  filled: big(filled),
  isTakeProfit: true,
  isFilled: true,
  ...more,
});
const brief = ({ slices, filled }: OpenSlices) => [
  ...slices.map(({ quantity, takeProfit }) => `${quantity.toFixed()} at ${takeProfit.toFixed(4)}`),
  `${filled} filled`,
];
const left = (of: Partial<PlanFacts> & { open: PlanFacts['open'] }, plan = THREE) =>
  brief(openSlices(plan, facts(of), XRP_TERMS));

describe('EX-3 what of a plan is still to go out', () => {
  it('is all of it at first, and the others to the last step once one has filled', () => {
    expect(left({ open: big('192.1') })).toEqual(['96 at 0.5460', '57.6 at 0.5600', '38.5 at 0.5800', '0 filled']);
    expect(left({ open: big('96.1'), orders: [sold(1, '96')] })).toEqual([
      '57.6 at 0.5600',
      '38.5 at 0.5800',
      '1 filled',
    ]);
  });

  it('an order that was canceled half filled leaves the rest of its slice', () => {
    const half = sold(1, '40', { isFilled: false });
    expect(left({ open: big('152.1'), orders: [half] })).toEqual([
      '56 at 0.5460',
      '57.6 at 0.5600',
      '38.5 at 0.5800',
      '0 filled',
    ]);
    expect(left({ open: big('96.1'), orders: [half, sold(1, '56')] })[2]).toBe('1 filled');
  });

  it('an order at work has its slice, and what it has left is no other slice’s', () => {
    const of = {
      open: big('152.1'),
      orders: [sold(1, '40', { isFilled: false })],
      working: [{ target: 1, left: big('56') }],
    };
    expect(left(of)).toEqual(['57.6 at 0.5600', '38.5 at 0.5800', '0 filled']);
  });

  it('where a farther one has filled, the nearer ones are done: the market has passed them', () => {
    expect(left({ open: big('38.5'), orders: [sold(2, '153.6')] })).toEqual(['38.5 at 0.5800', '2 filled']);
  });

  it('a stop that filled is no target that filled', () => {
    const stop = sold(1, '96', { isTakeProfit: false });
    expect(left({ open: big('96.1'), orders: [stop] })).toEqual(['57.6 at 0.5600', '38.5 at 0.5800', '0 filled']);
  });

  it('a part that is closed outside the plan is taken from all that is left, in proportion', () => {
    const of = { open: big('48.1'), leaving: big('48'), orders: [sold(1, '96')] };
    expect(left(of)).toEqual(['28.8 at 0.5600', '19.3 at 0.5800', '1 filled']);
    expect(left({ open: big('48.1'), orders: [sold(1, '96'), sold(null, '48')] })).toEqual(left(of));
    expect(left({ open: big('96.1'), orders: [sold(null, '96', { isTakeProfit: false })] })).toEqual([
      '48 at 0.5460',
      '28.8 at 0.5600',
      '19.3 at 0.5800',
      '0 filled',
    ]);
  });

  it('what is too small by then is joined', () => {
    expect(left({ open: big('20'), orders: [sold(null, '172.1')] })).toEqual(['20 at 0.5600', '0 filled']);
  });

  it('what the last one leaves over goes out at its price', () => {
    expect(left({ open: big('12'), orders: [sold(3, '180.1')] })).toEqual(['12 at 0.5800', '3 filled']);
    expect(left({ open: big(0), orders: [sold(3, '192.1')] })).toEqual(['3 filled']);
  });
});
