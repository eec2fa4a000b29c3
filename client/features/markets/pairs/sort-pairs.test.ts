import { Big } from 'big.js';
import { expect, it } from 'vitest';
import type { Pair } from '#contracts/markets.ts';
import type { DayStats } from '#contracts/market-data.ts';
import { figuresOf, nextSorting, type PairSorting, sortPairs } from './sort-pairs.ts';

const pair = (name: string) => ({ name }) as Pair;
const stats = (name: string, [price, open, volume]: (number | null)[]): DayStats => {
  const big = (amount: number | null | undefined) => (typeof amount === 'number' ? new Big(amount) : null);
  return { name, price: big(price), open: big(open), high: null, low: null, volume: big(volume) };
};
const PAIRS = ['ada_usdt', 'btc_usdt', 'doge_usdt', 'xrp_usdt'].map(pair);
const FIGURES = figuresOf([
  stats('ada_usdt', [0.5, 0.4, 100]),
  stats('btc_usdt', [60000, 61000, 900]),
  stats('xrp_usdt', [0.52, 0.52, 300]),
]);
const NONE = new Set<string>();
const names = (sorting: PairSorting | null, favorites: ReadonlySet<string> = NONE) =>
  sortPairs(PAIRS, sorting, { figures: FIGURES, favorites }).map(({ name }) => name.split('_')[0]);

it('stays in the order of the search until a column is chosen', () => {
  expect(names(null, new Set(['xrp_usdt']))).toEqual(['ada', 'btc', 'doge', 'xrp']);
});

it.each([
  [{ column: 'name', descending: false }, ['ada', 'btc', 'doge', 'xrp']],
  [{ column: 'name', descending: true }, ['xrp', 'doge', 'btc', 'ada']],
  [{ column: 'price', descending: true }, ['btc', 'xrp', 'ada', 'doge']],
  [{ column: 'price', descending: false }, ['ada', 'xrp', 'btc', 'doge']],
  [{ column: 'change', descending: true }, ['ada', 'xrp', 'btc', 'doge']],
  [{ column: 'change', descending: false }, ['btc', 'xrp', 'ada', 'doge']],
  [{ column: 'volume', descending: true }, ['btc', 'xrp', 'ada', 'doge']],
] as const)('%o, and a pair without the figure last', (sorting, order) => expect(names(sorting)).toEqual(order));

it('favorites stay before the others', () => {
  expect(names({ column: 'volume', descending: true }, new Set(['xrp_usdt', 'doge_usdt']))).toEqual([
    'xrp',
    'doge',
    'btc',
    'ada',
  ]);
});

it('figures begin with the largest, names with A; a second press turns round', () => {
  expect(nextSorting(null, 'volume')).toEqual({ column: 'volume', descending: true });
  expect(nextSorting(null, 'name')).toEqual({ column: 'name', descending: false });
  expect(nextSorting({ column: 'volume', descending: true }, 'volume')).toEqual({
    column: 'volume',
    descending: false,
  });
  expect(nextSorting({ column: 'volume', descending: false }, 'price')).toEqual({ column: 'price', descending: true });
});
