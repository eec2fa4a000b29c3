import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { exampleDeal, USUAL_PRICE } from './example-deal.ts';

describe('the deal on the landing page', () => {
  it('is a purchase with a small profit and valid prices', () => {
    const deal = exampleDeal(USUAL_PRICE, USUAL_PRICE);
    const texts = Object.fromEntries(Object.entries(deal).map(([name, value]) => [name, String(value)]));
    expect(texts).toMatchObject({ entry: '0.4105', stopLoss: '0.3982', takeProfit: '0.431', quantity: '243.6' });
    expect(deal.percent.round(2).toString()).toBe('1.31');
  });

  it('keeps its entry while the price moves, and its marker between the targets', () => {
    const ahead = exampleDeal(USUAL_PRICE, new Big('0.43'));
    expect(ahead.entry.toString()).toBe('0.4105');
    expect(ahead.place).toBeGreaterThan(exampleDeal(USUAL_PRICE, USUAL_PRICE).place);
    expect(exampleDeal(USUAL_PRICE, new Big('0.9')).place).toBe(100);
    expect(exampleDeal(USUAL_PRICE, new Big('0.1')).place).toBe(0);
    expect(exampleDeal(USUAL_PRICE, new Big('0.4')).percent.lt(0)).toBe(true);
  });
});
