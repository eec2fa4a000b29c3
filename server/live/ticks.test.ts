import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { localBus } from '../runtime/bus/bus.ts';
import { publishTick, subscribeTicks } from './ticks.ts';

type Trade = [price: number, time: number, id: string | null];

/** The prices that arrive when these trades are published. */
function received(...trades: Trade[]): string[] {
  const bus = localBus((error) => {
    throw error;
  });
  const prices: string[] = [];
  subscribeTicks(bus, 'tick.>', ({ price }) => prices.push(price.toFixed()));
  for (const [price, time, id] of trades)
    publishTick(bus, { market: 'binance', trade: { symbol: 'XRPUSDT', price: new Big(price), time, id }, by: 'a' });
  return prices;
}

describe('ticks of two processes that both publish a pair', () => {
  it('arrive once each, and never after a newer one', () => {
    expect(received([1, 10, '7'], [2, 10, '8'], [1, 10, '7'], [2, 10, '8'], [3, 11, '9'], [2, 10, '8'])).toEqual([
      '1',
      '2',
      '3',
    ]);
  });

  it('are compared as numbers within a millisecond: 10 comes after 9', () => {
    expect(received([1, 10, '9'], [2, 10, '10'], [1, 10, '9'])).toEqual(['1', '2']);
  });

  it('go on when an exchange begins its ids anew', () => {
    expect(received([1, 10, '900'], [2, 11, '1'])).toEqual(['1', '2']);
  });

  it('without ids pass within one millisecond, not from an earlier one', () => {
    expect(received([1, 10, null], [2, 10, null], [3, 9, null])).toEqual(['1', '2']);
  });

  it('of one pair do not hold back another', () => {
    const bus = localBus(() => {});
    const symbols: string[] = [];
    subscribeTicks(bus, 'tick.binance.>', ({ symbol }) => symbols.push(symbol));
    publishTick(bus, {
      market: 'binance',
      trade: { symbol: 'XRPUSDT', price: new Big(1), time: 10, id: '5' },
      by: 'a',
    });
    publishTick(bus, { market: 'binance', trade: { symbol: 'BTCUSDT', price: new Big(1), time: 9, id: '4' }, by: 'a' });
    publishTick(bus, { market: 'bybit', trade: { symbol: 'XRPUSDT', price: new Big(1), time: 8, id: '3' }, by: 'a' });
    expect(symbols).toEqual(['XRPUSDT', 'BTCUSDT']);
  });
});
