import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import type { OrderFact } from '../position/position.ts';
import type { SliceContext } from './slice-context.ts';
import { restingStop } from './slice-holders.ts';

const order = (stopPrice: string | null, more: Partial<OrderFact> = {}): OrderFact =>
  ({ leg: 'stop-loss', state: 'open', stopPrice: stopPrice && new Big(stopPrice), ...more }) as OrderFact;
const at = (side: 'buy' | 'sell', ...orders: OrderFact[]): string | null => {
  const groups = orders.map((each) => ({ orders: [each], left: new Big(1), isWorking: false }));
  return restingStop({ groups, terms: { side } as SliceContext['terms'], stop: null })?.toFixed() ?? null;
};

describe('V-06 EX-6 where the stop of a plan rests', () => {
  it('is the old price as long as one order is still there', () => {
    expect(at('buy', order('0.5233'), order('0.494'))).toBe('0.494');
    expect(at('buy', order('0.494'), order('0.5233'))).toBe('0.494');
    expect(at('sell', order('0.5233'), order('0.546'))).toBe('0.546');
  });

  it('is nowhere while no order is known to rest', () => {
    expect(at('buy', order('0.5233', { state: 'sending' }))).toBeNull();
    expect(at('buy', order('0.56', { leg: 'take-profit' }), order(null))).toBeNull();
    expect(at('buy', order('0.494', { state: 'sending' }), order('0.5233', { state: 'partly-filled' }))).toBe('0.5233');
  });
});
