import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { priceBetween } from './price-between.ts';

it.each<[name: string, asset: string, prices: Record<string, string>, worth: string | undefined]>([
  ['itself', 'USDT', {}, '1'],
  ['a pair of theirs', 'XRP', { XRPUSDT: '0.5' }, '0.5'],
  ['the same pair the other way round: dollars on an exchange that trades USDT/USD', 'USD', { USDTUSD: '0.8' }, '1.25'],
  ['nothing known', 'NEW', { XRPUSDT: '0.5' }, undefined],
  ['a price of nothing', 'USD', { USDTUSD: '0' }, undefined],
])('%s', (...[, asset, prices, worth]) => {
  const priceOf = (symbol: string) => (prices[symbol] === undefined ? null : new Big(prices[symbol]));
  expect(priceBetween(asset, 'USDT', priceOf)?.toFixed()).toBe(worth);
});

it('goes by way of USDT where no pair has both', () => {
  const prices: Record<string, Big> = { BNBUSDT: new Big(600), EURUSDT: new Big('1.2') };
  expect(priceBetween('BNB', 'EUR', (symbol) => prices[symbol])?.toFixed()).toBe('500');
});
