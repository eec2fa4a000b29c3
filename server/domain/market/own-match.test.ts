import { describe, expect, it } from 'vitest';
import { big } from '../../../tests/factories/block-sketch.ts';
import { firstMet } from './own-match.ts';

const order = (side: 'buy' | 'sell', price: string) => ({ side, price: big(price) });
const RESTING = [order('buy', '0.5'), order('sell', '0.54'), order('buy', '0.51'), order('sell', '0.53')];
const met = (side: 'buy' | 'sell', price: string): string | null =>
  firstMet(order(side, price), RESTING)?.price.toFixed() ?? null;

describe('C-7 orders of one account that would meet', () => {
  it('C-7: a purchase meets the lowest sale at its price or below', () => {
    expect([met('buy', '0.5299'), met('buy', '0.53'), met('buy', '0.6')]).toEqual([null, '0.53', '0.53']);
  });
  it('C-7: a sale meets the highest purchase at its price or above', () => {
    expect([met('sell', '0.5101'), met('sell', '0.51'), met('sell', '0.4')]).toEqual([null, '0.51', '0.51']);
  });
  it('C-7: orders of the same side never meet', () => {
    expect(firstMet(order('buy', '0.6'), [order('buy', '0.5')])).toBeNull();
  });
});
