import { expect, it } from 'vitest';
import type { Pair } from '#contracts/markets.ts';
import { searchPairs } from './search-pairs.ts';

const pair = (base: string, counter: string) =>
  ({
    name: `${base}_${counter}`,
    simpleName: `${base}${counter}`,
    baseCurrency: base,
    counterCurrency: counter,
  }) as Pair;
const pairs = [pair('ADA', 'ETH'), pair('BTC', 'USDT'), pair('ETH', 'BTC'), pair('ETH', 'USDT')];
const found = (typed: string) => searchPairs(pairs, typed).map(({ name }) => name);

it.each([
  ['eth', ['ETH_USDT', 'ETH_BTC', 'ADA_ETH']],
  ['ETH/b', ['ETH_BTC']],
  ['usdt', ['BTC_USDT', 'ETH_USDT']],
  ['', ['BTC_USDT', 'ETH_USDT', 'ADA_ETH', 'ETH_BTC']],
  ['doge', []],
])('%s', (typed, names) => expect(found(typed)).toEqual(names));

it('lists matching favorites first', () => {
  const favorites = new Set(['ETH_BTC']);
  const names = (typed: string) => searchPairs(pairs, typed, favorites).map(({ name }) => name);
  expect(names('')).toEqual(['ETH_BTC', 'BTC_USDT', 'ETH_USDT', 'ADA_ETH']);
  expect(names('usdt')).toEqual(['BTC_USDT', 'ETH_USDT']);
});
