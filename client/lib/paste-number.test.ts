import { describe, expect, it } from 'vitest';
import { readPasted } from './paste-number.ts';

const read = (text: string, locale = 'en-US') => {
  const pasted = readPasted(text, locale);
  return 'number' in pasted ? pasted.number : pasted.refusal;
};

describe('G-16 a pasted number', () => {
  it.each([
    ['1,234.56', '1234.56'],
    ['1,234', '1234'],
    ['12,345,678.9', '12345678.9'],
    ['1.234', '1.234'],
    ['0,52', '0.52'],
    ['1,5', '1.5'],
    ['0.00000123', '0.00000123'],
    ['.5', '.5'],
    ['1e-3', '0.001'],
    ['2.5E3', '2500'],
    [' 0.5234 USDT\n', '0.5234'],
    ['$1,234.56', '1234.56'],
    ["1'234.56", '1234.56'],
    ['1\u202f234.56', '1234.56'],
    ['1.234,56', '1234.56'],
    ['', ''],
  ])('in English %j is %s', (text, number) => expect(read(text)).toBe(number));

  it.each([
    ['1.234,56', '1234.56'],
    ['1,234', '1.234'],
    ['0,523', '0.523'],
    ['1.234.567', '1234567'],
    ['1,234.56', '1234.56'],
    ['0.52', '0.52'],
  ])('in German %j is %s', (text, number) => expect(read(text, 'de-DE')).toBe(number));

  it('in French, narrow spaces group digits', () => {
    expect(read('1\u202f234,56', 'fr-FR')).toBe('1234.56');
    expect(read('12 345', 'fr-FR')).toBe('12345');
  });

  it('that is ambiguous is refused with both readings', () => {
    expect(read('1.234', 'de-DE')).toBe('“1.234” may be 1234 or 1.234. Type the number.');
  });

  it.each(['-5', '12k', '1.5M', 'abc', '1.2.3', '1,23,4.5.6', '12,34.5', '1e99', '0x10', '1-2', '½'])(
    'that is none is refused in words: %s',
    (text) => expect(read(text)).toBe(`“${text}” is not an amount. Type a number, like 1234.56.`),
  );

  it('a long text is shortened in the refusal', () => {
    expect(read('word '.repeat(40))).toMatch(/^“.{20}…” is not an amount\./);
  });
});
