import { expect, it } from 'vitest';
import { partText } from './part-text.ts';

it.each([
  [{ page: 0, size: 500, total: 500 }, null],
  [{ page: 0, size: 500, total: 612 }, 'The first 500 of 612 blocks.'],
  [{ page: 1, size: 500, total: 612 }, 'Blocks 501 to 612 of 612.'],
  [{ page: 1, size: 25, total: 612 }, 'Blocks 26 to 50 of 612.'],
])('Issue 21: the history says what part of its blocks is shown and printed: %o', (part, text) => {
  expect(partText(part)).toBe(text);
});
