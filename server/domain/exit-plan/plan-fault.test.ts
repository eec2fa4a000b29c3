import { describe, expect, it } from 'vitest';
import { big, planOf, stopAt } from '../../../tests/factories/exit-plans.ts';
import { type PlanContext, equalShares, planFault } from './plan-fault.ts';
import type { StopAfter } from './exit-plan.ts';

const context = (more: Partial<PlanContext> = {}): PlanContext => ({
  side: 'buy',
  counterEarning: true,
  base: 'XRP',
  tick: big('0.0001'),
  market: big('0.5200'),
  trailing: { above: { min: 20, max: 300 }, below: { min: 40, max: 500 } },
  ...more,
});
const THREE = '0.5460 50, 0.5600 30, 0.5800 20';
const fault = (plan: Parameters<typeof planFault>[0], more: Partial<PlanContext> = {}) =>
  planFault(plan, context(more));

describe('EX-1 a plan', () => {
  it('has one to five targets, a stop, or both', () => {
    expect(fault(planOf(THREE))).toBeNull();
    expect(fault(planOf(THREE, null))).toBeNull();
    expect(fault(planOf(''))).toBeNull();
    expect(fault(planOf('', null))).toBe('Set a take profit or a stop loss.');
    const five = '0.53 20, 0.54 20, 0.55 20, 0.56 20, 0.57 20';
    expect(fault(planOf(five))).toBeNull();
    expect(fault(planOf(`${five}, 0.58 20`))).toBe('A plan has at most 5 take profits.');
  });

  it('has shares that are 100% together, each above 0%', () => {
    expect(fault(planOf('0.5460 50, 0.5600 45'))).toBe('The shares must add up to 100%: they add up to 95%.');
    expect(fault(planOf('0.5460 50, 0.5600 50.1'))).toBe('The shares must add up to 100%: they add up to 100.1%.');
    expect(fault(planOf('0.5460 100, 0.5600 0'))).toBe('Each take profit needs a share above 0%.');
    expect(fault(planOf('0.5460 110, 0.5600 -10'))).toBe('Each take profit needs a share above 0%.');
  });

  it('of a block that earns base keeps one take profit and one stop', () => {
    const base = { counterEarning: false };
    expect(fault(planOf('0.5460 100'), base)).toBeNull();
    const sentence = 'A block that earns XRP has one take profit and one stop.';
    expect(fault(planOf(THREE), base)).toBe(sentence);
    for (const more of [
      { trailing: big('0.01') },
      { after: { to: 'previous-target' } as const },
      { closing: { price: big('0.5'), interval: '15m' as const } },
    ])
      expect(fault(planOf('0.5460 100', stopAt('0.4940', more)), base)).toBe(sentence);
    expect(fault(planOf('0.5460 100', null, { lastTrails: big('0.01') }), base)).toBe(sentence);
  });
});

describe('EX-3 targets', () => {
  it('rise, three ticks apart; those of a sale fall', () => {
    const two = (first: string, second: string, side: 'buy' | 'sell' = 'buy') =>
      fault(planOf(`${first} 50, ${second} 50`, null), { side });
    expect(two('0.5460', '0.5463')).toBeNull();
    expect(two('0.5460', '0.5462')).toBe('Take profit 2 must be at least 0.5463, three ticks from take profit 1.');
    expect(two('0.5060', '0.5057', 'sell')).toBeNull();
    expect(two('0.5060', '0.5058', 'sell')).toBe(
      'Take profit 2 must be at most 0.5057, three ticks from take profit 1.',
    );
  });

  it('and the stop lie three ticks from the market, on its own side', () => {
    expect(fault(planOf('0.5203 100'))).toBeNull();
    expect(fault(planOf('0.5202 100'))).toBe('Min take profit is 0.5203');
    expect(fault(planOf(THREE, stopAt('0.5197')))).toBeNull();
    expect(fault(planOf(THREE, stopAt('0.5198')))).toBe('Max stop loss is 0.5197');
    expect(fault(planOf('0.5197 100', stopAt('0.5203')), { side: 'sell' })).toBeNull();
  });

  it('lie on the tick', () => {
    const off = 'The price must be a multiple of 0.0001.';
    expect(fault(planOf('0.54605 100'))).toBe(off);
    expect(fault(planOf('0.5460 50, 0.56005 50'))).toBe(off);
    expect(fault(planOf(THREE, stopAt('0.49405')))).toBe(off);
    expect(fault(planOf(THREE, stopAt('0.4840', { closing: { price: big('0.49405'), interval: '15m' } })))).toBe(off);
  });
});

describe('EX-6 a stop that moves after a target', () => {
  const after = (more: StopAfter, targets = THREE) => fault(planOf(targets, stopAt('0.4940', { after: more })));
  const evenAfter = (target: number, offset = '0') => after({ to: 'break-even', target, offset: big(offset) });

  it('needs a target after it', () => {
    expect([evenAfter(1), evenAfter(2), after({ to: 'previous-target' })]).toEqual([null, null, null]);
    expect(evenAfter(3)).toBe('The stop can move after take profit 1 to 2, not after take profit 3.');
    expect(evenAfter(0)).toBe('The stop can move after take profit 1 to 2, not after take profit 0.');
    expect(after({ to: 'previous-target' }, '0.5460 50, 0.5600 50')).toBeNull();
    expect(after({ to: 'previous-target' }, '0.5460 100')).toBe(
      'A stop moves after a target only where another target is left: add a take profit.',
    );
  });

  it('has an offset of 0 to 5%', () => {
    expect([evenAfter(1, '0.05'), evenAfter(1, '0')]).toEqual([null, null]);
    expect([evenAfter(1, '0.0501'), evenAfter(1, '-0.0001')]).toEqual(Array(2).fill('The offset must be 0% to 5%.'));
  });
});

describe('EX-7 a trailing distance', () => {
  const stop = (distance: string, more: Partial<PlanContext> = {}) =>
    fault(planOf(THREE, stopAt('0.4940', { trailing: big(distance) })), more);
  const last = (distance: string, more: Partial<PlanContext> = {}) =>
    fault(planOf(THREE, null, { lastTrails: big(distance) }), more);

  it('lies within the bounds of the side on which its trigger lies', () => {
    expect([stop('0.004'), stop('0.05')]).toEqual([null, null]);
    const below = 'The trailing distance must be 0.4% to 5%.';
    expect([stop('0.0039'), stop('0.0501')]).toEqual([below, below]);
    expect([last('0.002'), last('0.03')]).toEqual([null, null]);
    const above = 'The trailing distance must be 0.2% to 3%.';
    expect([last('0.0019'), last('0.0301')]).toEqual([above, above]);
    const sale = { side: 'sell', market: big('0.4') } as const;
    const sold = planOf('0.3 100', stopAt('0.45', { trailing: big('0.0019') }));
    expect(fault(sold, sale)).toBe(above);
    expect(fault(planOf('0.3 100', null, { lastTrails: big('0.0039') }), sale)).toBe(below);
  });

  it('is 0.1 to 20% where this server moves the stop, and wherever the exchange allows more', () => {
    const said = 'The trailing distance must be 0.1% to 20%.';
    for (const trailing of [null, { above: { min: 1, max: 5000 }, below: { min: 1, max: 5000 } }]) {
      expect([stop('0.001', { trailing }), stop('0.2', { trailing })]).toEqual([null, null]);
      expect([stop('0.0009', { trailing }), stop('0.2001', { trailing })]).toEqual([said, said]);
    }
  });

  it('is a whole number of basis points', () => {
    expect(stop('0.01005')).toBe('The trailing distance must be a multiple of 0.01%.');
  });

  it('needs a target to trail from, and goes with no other way to move the stop', () => {
    expect(fault(planOf('', stopAt('0.4940'), { lastTrails: big('0.01') }))).toBe(
      'A trailing take profit needs the price from which it trails.',
    );
    const trailing = big('0.01');
    const one = 'A stop either trails, moves after a target, or waits for the close of a candle: choose one.';
    expect(fault(planOf(THREE, stopAt('0.4940', { trailing, after: { to: 'previous-target' } })))).toBe(one);
    expect(fault(planOf(THREE, stopAt('0.4940', { trailing, closing: { price: big('0.5'), interval: '15m' } })))).toBe(
      one,
    );
    expect(
      fault(
        planOf(
          THREE,
          stopAt('0.4840', { after: { to: 'previous-target' }, closing: { price: big('0.4940'), interval: '15m' } }),
        ),
      ),
    ).toBe(one);
  });
});

describe('EX-11 a stop for the close of a candle', () => {
  const closing = (close: string, emergency: string, side: 'buy' | 'sell' = 'buy') =>
    fault(planOf('', stopAt(emergency, { closing: { price: big(close), interval: '15m' } })), { side });

  it('needs an emergency stop three ticks beyond it', () => {
    expect(closing('0.4940', '0.4840')).toBeNull();
    expect(closing('0.4940', '0.4937')).toBeNull();
    expect(closing('0.4940', '0.4938')).toBe(
      'The emergency stop must be three ticks beyond the price of the close. Max stop loss is 0.4937.',
    );
    expect(closing('0.5400', '0.5403', 'sell')).toBeNull();
    expect(closing('0.5400', '0.5402', 'sell')).toContain('Min stop loss is 0.5403');
  });

  it('lies on the stop’s side of the market itself', () => {
    expect(closing('0.5198', '0.4840')).toBe('Max stop loss is 0.5197');
  });
});

it('EX-1 equal shares are whole percents, the last with what is left', () => {
  expect(equalShares(3).map((share) => share.toFixed())).toEqual(['0.33', '0.33', '0.34']);
  expect(equalShares(1).map((share) => share.toFixed())).toEqual(['1']);
  expect(equalShares(4).map((share) => share.toFixed())).toEqual(['0.25', '0.25', '0.25', '0.25']);
});
