import { describe, expect, it } from 'vitest';
import { around, levelOf, NOW, runOrder } from '../../../../tests/factories/run-facts.ts';
import { big, rules } from '../../../../tests/factories/worked-grids.ts';
import { foldLevel } from './level-fold.ts';
import { asksForOthers, levelStep, type RunContext } from './level-step.ts';
import type { RunOrder } from './run-facts.ts';

const OWN_MATCH = { state: 'expired', expiryReason: 'EXPIRED_IN_MATCH' } as const;
const met = (ago: number): RunOrder => runOrder({ ...OWN_MATCH, updatedAt: NOW - ago });

function stepOf(orders: RunOrder[], context: Partial<RunContext> = {}): string {
  const level = levelOf(1);
  const state = foldLevel(level, { start: { base: big(0), counter: big('50.4') }, orders }, rules);
  const step = levelStep(level, { state, orders }, { ...around(), mode: 'running', ...context });
  return step.do === 'place' ? `place ${step.side} ${step.quantity.toFixed()} at ${step.price.toFixed()}` : step.do;
}
const AGAIN = 'place buy 105 at 0.48';

describe('C-7 an order that would have met another of the account', () => {
  it('C-7: is placed again 5 s later', () => {
    expect(stepOf([met(4999)])).toBe('nothing');
    expect(stepOf([met(5000)])).toBe(AGAIN);
    expect(stepOf([runOrder({ ...OWN_MATCH, expiryReason: null })])).toBe(AGAIN);
    const filled = runOrder({ ...OWN_MATCH, state: 'filled', filled: '105' });
    expect(stepOf([filled])).toBe('place sell 104.8 at 0.49');
  });

  it('C-7: only where it would not meet the other one once more', () => {
    const beside = (side: 'buy' | 'sell', price: string) =>
      stepOf([met(5000)], { others: [{ side, price: big(price) }] });
    expect(beside('sell', '0.48')).toBe('nothing');
    expect(beside('sell', '0.4801')).toBe(AGAIN);
    expect(beside('buy', '0.5')).toBe(AGAIN);
    expect(stepOf([met(5000)], { others: null })).toBe('nothing');
  });

  it('C-7: what else rests is asked for only while such an order may be placed again', () => {
    const asks = (...more: RunOrder[]) => asksForOthers([met(5000), ...more], NOW);
    expect(asks()).toBe(true);
    expect(asksForOthers([met(4999)], NOW)).toBe(false);
    expect(asks(runOrder({ level: 2 }), runOrder({ state: 'cancelled' }))).toBe(true);
    expect(asks(runOrder({}))).toBe(false);
    expect(asks(runOrder({ turn: 1, state: 'filled' }))).toBe(false);
    expect(asksForOthers([runOrder({ ...OWN_MATCH, expiryReason: null, updatedAt: 0 })], NOW)).toBe(false);
  });
});
