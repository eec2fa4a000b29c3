import { expect, it } from 'vitest';
import { readSizes, sizeAfterKey, within } from './pane-sizes.ts';

const USUAL = { watchlist: 220, book: 260, form: 380, rows: 28 };

it.each([[null], ['no JSON'], ['null'], ['[]'], ['{"form":"wide","rows":null}']])(
  '%s gives the usual sizes',
  (stored) => expect(readSizes(stored)).toEqual(USUAL),
);

it('keeps what was stored, within what a pane may have', () => {
  expect(readSizes('{"form":400,"book":10,"rows":99}')).toEqual({ ...USUAL, form: 400, book: 220, rows: 60 });
  expect(within('rows', 30.4)).toBe(30);
});

it('arrow keys move the edge, Home and End go to its ends', () => {
  const at = { size: 260, grows: 1 } as const;
  expect(sizeAfterKey('book', 'ArrowRight', at)).toBe(276);
  expect(sizeAfterKey('book', 'ArrowLeft', at)).toBe(244);
  expect(sizeAfterKey('book', 'ArrowRight', { ...at, grows: -1 })).toBe(244);
  expect(sizeAfterKey('rows', 'ArrowUp', { size: 34, grows: -1 })).toBe(36);
  expect(sizeAfterKey('book', 'Home', at)).toBe(220);
  expect(sizeAfterKey('book', 'End', at)).toBe(400);
  expect(sizeAfterKey('book', 'ArrowRight', { ...at, size: 399 })).toBe(400);
  expect(sizeAfterKey('book', 'Enter', at)).toBeNull();
});
