import { describe, expect, it } from 'vitest';
import { factsWith, runOrder } from '../../../../tests/factories/run-facts.ts';
import { big } from '../../../../tests/factories/worked-grids.ts';
import { keptFree } from './kept-free.ts';
import type { RunOrder } from './run-facts.ts';

const kept = (...orders: RunOrder[]): string => {
  const { base, counter } = keptFree(factsWith({ given: { base: big(10), counter: big(100) }, orders }));
  return `${base.toFixed()} and ${counter.toFixed()}`;
};
const order = (change: Parameters<typeof runOrder>[0]) => runOrder({ price: '0.5', quantity: '40', ...change });

describe('C-5 what a run keeps besides its orders', () => {
  it('C-5: all it was given before its first order', () => {
    expect(kept()).toBe('10 and 100');
  });
  it('C-5: less what rests in the book, in the currency that the order locks', () => {
    expect(kept(order({}))).toBe('10 and 80');
    expect(kept(order({ side: 'sell', quantity: '4' }))).toBe('6 and 100');
    expect(kept(order({ state: 'cancelled' }))).toBe('10 and 100');
  });
  it('C-5, R-12: an order that waits for another one locks nothing', () => {
    expect(kept(order({ side: 'sell', quantity: '4', state: 'pending' }))).toBe('10 and 100');
  });
  it('C-5: what was bought and sold counts after its fees', () => {
    expect(kept(order({ state: 'filled', filled: '40' }))).toBe('49.96 and 80');
    expect(kept(order({ side: 'sell', state: 'filled', filled: '4', quantity: '4' }))).toBe('6 and 101.998');
    expect(kept(order({ state: 'partly-filled', filled: '30' }))).toBe('39.97 and 80');
  });
  it('C-5: what was spent is not kept any more, though its trades are not known yet', () => {
    const untold = { state: 'filled' as const, isBooked: false, base: big(0), counter: big(0) };
    expect(kept(order({ ...untold, filled: '40' }))).toBe('10 and 80');
    expect(kept(order({ ...untold, side: 'sell', filled: '4' }))).toBe('6 and 100');
    const half = order({ ...untold, side: 'sell', filled: '4', base: big('-1.5'), counter: big('0.75') });
    expect(kept(half)).toBe('6 and 100.75');
  });
});
