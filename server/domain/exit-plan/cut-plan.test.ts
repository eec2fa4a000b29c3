import { describe, expect, it } from 'vitest';
import { big, planOf, stopAt, XRP_TERMS } from '../../../tests/factories/exit-plans.ts';
import { exitsMerged } from '../../../tests/worked-examples/exit-plans.ts';
import { cutPlan, holdersOf, totalOf } from './cut-plan.ts';
import { holdersLabel } from './holders.ts';
import { planWarnings } from './plan-warnings.ts';

const THREE = planOf('0.5460 50, 0.5600 30, 0.5800 20');
const NO_END = { algoOrders: null, orderLists: null };
const NAMES = { base: 'XRP', counter: 'USDT', minNotional: big(5) };
const cut = (plan = THREE, more: { total?: string; algoOrders?: number } = {}) =>
  cutPlan(plan, big(more.total ?? '192.1'), {
    terms: XRP_TERMS,
    free: { ...NO_END, algoOrders: more.algoOrders ?? null },
  });
const label = (plan = THREE, algoOrders = 5) => holdersLabel(holdersOf(cut(plan, { algoOrders }), plan), 1);

describe('a plan, cut', () => {
  it('EX-4 every slice with its stop, all of them together what is held', () => {
    const { slices, placing, isTooSmall } = cut();
    expect(totalOf(slices).toFixed()).toBe('192.1');
    expect([placing?.lists.length, placing?.watched.length, isTooSmall]).toEqual([3, 0, false]);
    expect(label()).toBe('exchange');
  });

  it('EX-5 EX-13 with fewer slots this server watches, and says so', () => {
    expect(label(THREE, 2)).toBe('stop: exchange; targets 2 and 3: this server');
    expect(planWarnings(cut(THREE, { algoOrders: 2 }), NAMES)).toEqual([
      'The exchange does not hold targets 2 and 3 together with the stop: this server watches the price there. The stop rests on the exchange.',
    ]);
    expect(cut(THREE, { algoOrders: 0 }).placing).toBeNull();
    expect(holdersOf(cut(THREE, { algoOrders: 0 }), THREE)).toEqual([]);
  });

  it('EX-13 a stop that moves after a target is moved by us', () => {
    const after = { to: 'break-even', target: 1, offset: big(0) } as const;
    expect(label(planOf('0.5460 50, 0.5600 50', stopAt('0.4940', { after })))).toBe('exchange, moved by us');
    const followed = planOf('0.5460 50, 0.5600 50', stopAt('0.4940', { trailing: big('0.05') }));
    const labelOf = (movedBy: 'exchange' | 'server') => holdersLabel(holdersOf(cut(followed), followed, movedBy), 1);
    expect([labelOf('server'), labelOf('exchange')]).toEqual(['exchange, moved by us', 'exchange']);
  });

  it('a stop alone is one order for all; targets alone have no stop', () => {
    const alone = planOf('');
    expect(cut(alone).placing?.stopFor.toFixed()).toBe('192.1');
    expect(label(alone, 1)).toBe('exchange');
    expect(cut(alone, { algoOrders: 0 }).placing).toBeNull();
    expect(holdersOf(cut(alone), alone)[0]).toMatchObject({ stop: 'exchange', target: 'none', isMoved: false });
    expect(label(planOf('0.5460 50, 0.5600 50', null))).toBe('none');
  });

  it('EX-3 parts that are too small are joined, and it is said', () => {
    const { takeProfits } = exitsMerged.in;
    const merged = cut(planOf(takeProfits.map((price) => `${price} 25`).join(', ')), { total: '28.8' });
    expect(planWarnings(merged, NAMES)).toEqual([
      'The part at 0.54 is too small: 7.2 XRP would be worth 3.5568 USDT, under the 5 USDT minimum. It goes out at 0.55.',
      'The part at 0.56 is too small: 7.2 XRP would be worth 3.5568 USDT, under the 5 USDT minimum. It goes out at 0.57.',
    ]);
    expect(cut(THREE, { total: '9' }).isTooSmall).toBe(true);
  });
});
