import { expect, it } from 'vitest';
import { asciiOf } from './in-ascii.ts';

it('the server’s files say the same in ASCII', () => {
  const text = 'at once – 10 → 20 ≥ 5, ’quoted’, é, 😀, \u0080\uffff';
  expect(Buffer.byteLength(asciiOf(text))).toBe(asciiOf(text).length);
  expect(JSON.parse(`"${asciiOf(text)}"`)).toBe(text);
  expect(asciiOf('const plain = 1;')).toBe('const plain = 1;');
});
