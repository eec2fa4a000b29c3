import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { bookRows, type BookSide, spreadOf } from './book-rows.ts';

const levels = (...pairs: [number, number][]) =>
  pairs.map(([price, size]): [Big, Big] => [new Big(price), new Big(size)]);
const texts = (side: BookSide) =>
  side.map(
    (row) => row && `${[row.price, row.quantity, row.total].map((amount) => amount.toFixed()).join(' ')} ${row.share}`,
  );

it('adds sizes up from the best price on, in a fixed number of rows', () => {
  const book = { bids: levels([9, 1], [8, 2], [7, 5]), asks: levels([10, 4]) };
  const { bids, asks } = bookRows(book, 2);
  expect(texts(bids)).toEqual(['9 1 1 0.25', '8 2 3 0.75']);
  expect(texts(asks)).toEqual(['10 4 4 1', null]);
});

it('an empty book has rows too', () => {
  expect(bookRows({ bids: [], asks: [] }, 1)).toEqual({ bids: [null], asks: [null] });
});

it('the spread is a part of the middle, and unknown while a side is empty', () => {
  const spread = spreadOf({ bids: levels([99, 1]), asks: levels([101, 1]) });
  expect([spread?.amount.toFixed(), spread?.percent.toFixed()]).toEqual(['2', '2']);
  expect(spreadOf({ bids: [], asks: levels([1, 1]) })).toBeNull();
  expect(spreadOf({ bids: levels([1, 1]), asks: [] })).toBeNull();
});
