import { expect, it } from 'vitest';
import { readPageSize } from './page-size.ts';

it.each([
  ['10', 10],
  ['50', 50],
  ['500', 500],
  ['7', 25],
  ['', 25],
  [null, 25],
])('%s rows of a page as stored are %s', (stored, size) => expect(readPageSize(stored, 25)).toBe(size));
