import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { distanceFrom, distanceText, fillsAtOnce, placeText, wrongWay } from './price-distance.ts';

const big = (amount: string) => new Big(amount);
const market = big('0.52');

describe('the distance of a price from the market', () => {
  it('is a share of the market, negative below it', () => {
    expect(distanceFrom(market, big('0.572')).toFixed()).toBe('10');
    expect(distanceFrom(market, big('0.494')).toFixed()).toBe('-5');
  });

  it.each([
    ['buy', '0.5199', '0.02% below market'],
    ['buy', '0.5200', 'at the market'],
    ['buy', '0.5252', '1.00% above market, fills at once'],
    ['sell', '0.5252', '1.00% above market'],
    ['sell', '0.5148', '1.00% below market, fills at once'],
    ['buy', '0.520026', '0.01% above market, fills at once'],
    ['buy', '0.520025', 'at the market'],
  ] as const)('a %s at %s is told as %s', (side, price, text) => {
    expect(distanceText(side, big(price), market)).toBe(text);
  });

  it('is told alone where the order would be refused', () => {
    expect(placeText(big('0.9'), market)).toBe('73.08% above market');
    expect(placeText(market, market)).toBe('at the market');
  });

  it('only a better price than the market fills at once', () => {
    expect([fillsAtOnce('buy', market, market), fillsAtOnce('sell', market, market)]).toEqual([false, false]);
    expect([fillsAtOnce('buy', big('0.5201'), market), fillsAtOnce('sell', big('0.5199'), market)]).toEqual([
      true,
      true,
    ]);
  });
});

describe('an order on the wrong side of the market', () => {
  const order = (side: 'buy' | 'sell', price: string) => ({ side, price: big(price), quantity: big('100') });

  it('is told with what it gives away from above 5% on', () => {
    expect(wrongWay(order('buy', '0.546'), market)).toBeNull();
    expect(wrongWay(order('sell', '0.494'), market)).toBeNull();
    const bought = wrongWay(order('buy', '0.5461'), market);
    expect([bought?.percent.round(2).toFixed(), bought?.cost.toFixed()]).toEqual(['5.02', '2.61']);
    const sold = wrongWay(order('sell', '0.4939'), market);
    expect([sold?.percent.round(2).toFixed(), sold?.cost.toFixed()]).toEqual(['5.02', '2.61']);
  });

  it('is none on the right side, however far', () => {
    expect(wrongWay(order('buy', '0.1'), market)).toBeNull();
    expect(wrongWay(order('sell', '5'), market)).toBeNull();
  });
});
