import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { BOOK_LEVELS, type BookLevel } from '../exchange.ts';
import { LocalBook } from './local-book.ts';

const levels = (...pairs: [string, string][]): BookLevel[] =>
  pairs.map(([price, quantity]) => [new Big(price), new Big(quantity)]);
const texts = (side: readonly BookLevel[] | undefined) => side?.map((level) => level.join(' '));

const book = new LocalBook();
const top = () => ({ bids: texts(book.top()?.bids), asks: texts(book.top()?.asks) });

it('a book before its first snapshot shows nothing, not even changes', () => {
  book.update({ bids: levels(['1', '5']), asks: [] });
  expect(book.top()).toBeNull();
});

it('keeps both sides best first, whatever the order of the changes', () => {
  book.reset({ bids: levels(['0.9', '1'], ['0.8', '2']), asks: levels(['1.2', '4'], ['1.1', '3']) });
  book.update({ bids: levels(['0.85', '7'], ['0.95', '6']), asks: levels(['1.15', '8']) });
  expect(top()).toEqual({ bids: ['0.95 6', '0.9 1', '0.85 7', '0.8 2'], asks: ['1.1 3', '1.15 8', '1.2 4'] });
});

it('a quantity replaces the one before, and 0 takes the level away', () => {
  book.update({ bids: levels(['0.90', '9'], ['0.95', '0']), asks: levels(['1.15', '0'], ['5', '0']) });
  expect(top()).toEqual({ bids: ['0.9 9', '0.85 7', '0.8 2'], asks: ['1.1 3', '1.2 4'] });
});

it('a snapshot replaces everything, and no more levels are shown than a book has', () => {
  const many = Array.from({ length: BOOK_LEVELS + 5 }, (_, index): [string, string] => [`${100 + index}`, '1']);
  book.reset({ bids: [], asks: levels(...many) });
  expect(book.top()?.bids).toEqual([]);
  expect(book.top()?.asks.map(([price]) => price.toNumber())).toEqual(
    Array.from({ length: BOOK_LEVELS }, (_, index) => 100 + index),
  );
});
