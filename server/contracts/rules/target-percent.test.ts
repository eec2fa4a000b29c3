import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { percentAt, targetAt, targetSign } from './target-percent.ts';

const big = (amount: string) => new Big(amount);
const of = (side: 'buy' | 'sell', target: 'takeProfit' | 'stopLoss') => ({
  side,
  target,
  entry: big('0.5197'),
  tick: big('0.0001'),
});

describe('a target in percent of the entry', () => {
  it.each([
    // 0.545685, 0.509306, 0.493715 and 0.530094 before the tick.
    ['buy', 'takeProfit', '5', '0.5457', '+'],
    ['buy', 'stopLoss', '2', '0.5094', '−'],
    ['sell', 'takeProfit', '5', '0.4937', '−'],
    ['sell', 'stopLoss', '2', '0.53', '+'],
  ] as const)('of a %s, its %s %s% away lies at %s', (...[side, target, percent, price, sign]) => {
    expect(targetAt(of(side, target), big(percent)).toFixed()).toBe(price);
    expect(targetSign({ side, target })).toBe(sign);
  });

  it('is never a price below zero on a tick', () => {
    expect(targetAt(of('buy', 'stopLoss'), big('100')).toFixed()).toBe('0');
    expect(targetAt(of('buy', 'stopLoss'), big('120')).lt(0)).toBe(true);
  });

  it('is read back from the price', () => {
    expect(percentAt(of('buy', 'takeProfit'), big('0.571670')).toFixed()).toBe('10');
    expect(percentAt(of('buy', 'stopLoss'), big('0.467730')).toFixed()).toBe('10');
    expect(percentAt(of('sell', 'takeProfit'), big('0.467730')).toFixed()).toBe('10');
    expect(percentAt(of('sell', 'stopLoss'), big('0.467730')).toFixed()).toBe('-10');
  });
});
