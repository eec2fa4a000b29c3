import { expect, it } from 'vitest';
import { big } from '../../../../tests/factories/worked-grids.ts';
import { signedText } from './field-note.ts';

it.each([
  ['1.996', 4, '+1.996'],
  ['-25.51061474', 4, '−25.5107'],
  ['0.00123456789012', 4, '+0.0012'],
  ['0.0000123456', 4, '+0.000012'],
  ['1234.5', 4, '+1,234.50'],
  ['0', 4, '+0.00'],
  // A dear currency, and one whose price is not known.
  ['0.0151', 8, '+0.0151'],
  ['0.00123456789012', 8, '+0.00123456'],
  ['-0.00123456789012', 8, '−0.00123457'],
])('a result of %s with %i decimals is read as %s', (result, places, text) => {
  expect(signedText(big(result), places)).toBe(text);
});
