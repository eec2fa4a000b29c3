import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { stopAtLoss } from './stop-at-loss.ts';

/** Price, percent and tick, separated by spaces. */
function stop(side: 'buy' | 'sell', terms: string): string {
  const [price = '', percent = '', tick = '0.0001'] = terms.split(' ');
  return stopAtLoss(side, { price: new Big(price), percent: new Big(percent), tick: new Big(tick) }).toFixed();
}

it('a purchase is given up below, a sale above', () => {
  expect(stop('buy', '0.5 5')).toBe('0.475');
  expect(stop('sell', '0.5 5')).toBe('0.525');
});

it('lies on the tick, and never further away than asked for', () => {
  expect(stop('buy', '0.5203 2')).toBe('0.5099');
  expect(stop('sell', '0.5203 2')).toBe('0.5307');
  expect(stop('buy', '61234.56 3 0.01')).toBe('59397.53');
  expect(stop('buy', '7 10 1')).toBe('7');
  expect(stop('sell', '7 10 1')).toBe('7');
});
