import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import type { OrderState } from '../../position/order-state.ts';
import { nextTryAt, refusalOf } from './ending-orders.ts';

const AT = 1_000_000;

interface Of {
  attempt?: number;
  state?: OrderState;
  filled?: string;
  reason?: string | null;
  level?: number;
  leg?: string;
  updatedAt?: number;
}

const order = ({
  attempt = 1,
  state = 'rejected',
  filled = '0',
  reason = 'No.',
  level = 0,
  leg = 'stop',
  updatedAt = AT,
}: Of = {}) => ({ attempt, state, filledQuantity: new Big(filled), reason, level, leg, updatedAt });

describe('C-9 when an ending tries again', () => {
  const refused = (count: number) => Array.from({ length: count }, (_, at) => order({ attempt: at + 1 }));

  it('is at once before the first order, and after one that filled', () => {
    expect(nextTryAt([])).toBe(-Infinity);
    expect(nextTryAt([order(), order({ attempt: 2, state: 'filled', filled: '5' })])).toBe(-Infinity);
  });

  it.each([
    [1, 5],
    [2, 10],
    [3, 20],
    [4, 40],
    [5, 60],
    [9, 60],
  ])('is after %s refusals in a row %s s later', (count, seconds) => {
    expect(nextTryAt(refused(count))).toBe(AT + seconds * 1000);
  });

  it('begins its pauses anew with an order that traded in part, whatever the order of the rows', () => {
    const part = order({ attempt: 4, state: 'cancelled', filled: '0.1' });
    expect(nextTryAt([...refused(3), part])).toBe(AT + 5000);
    const then = [order({ attempt: 6, updatedAt: AT + 7 }), order({ attempt: 5 }), part, ...refused(3)];
    expect(nextTryAt(then)).toBe(AT + 7 + 10_000);
  });
});

describe('C-9 why the exchange refused what an ending tried last', () => {
  it('is the reason of the last attempt, where that was refused', () => {
    expect(refusalOf([])).toBeNull();
    expect(refusalOf([order({ attempt: 2, reason: 'Last.' }), order({ reason: 'First.' })])).toBe('Last.');
    expect(refusalOf([order(), order({ attempt: 2, state: 'cancelled' })])).toBeNull();
  });

  it('is not that of another leg, nor of one that is still at work', () => {
    expect(refusalOf([order({ leg: 'buy' })])).toBeNull();
    expect(refusalOf([order({ reason: 'First.' }), order({ attempt: 2, state: 'open', reason: null })])).toBe('First.');
  });

  it('is of several assets the newest', () => {
    const one = order({ level: 1, reason: 'One.', updatedAt: AT + 2 });
    const other = order({ level: 2, reason: 'Other.', updatedAt: AT + 1 });
    expect(refusalOf([one, other])).toBe('One.');
    expect(refusalOf([other, one])).toBe('One.');
    expect(refusalOf([one, order({ level: 1, attempt: 2, state: 'filled' }), other])).toBe('Other.');
  });
});
