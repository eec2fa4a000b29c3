import { expect, it } from 'vitest';
import { csvLine } from './csv.ts';

it.each([
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '\r\n=1',
  ' =1',
  '  \n +1',
  '\u00A0=1',
  '\u3000=1',
  '\uFEFF=1',
  '\u200B=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(1)',
  '−1+1',
  '\nplain',
])('S-58 a cell that begins as %j is a text', (text) => {
  expect(csvLine([text])).toMatch(/^"?'/);
});

it.each(['-1.5', '-12', '0.5', 'XRP/USDT', 'a=b', 'Ada @ home', ''])('S-58 %j stays as it is', (text) => {
  expect(csvLine([text])).toBe(`${text}\r\n`);
});

it('RFC 4180: commas, quotes and line breaks are within quotes', () => {
  expect(csvLine(['a,b', 'say "no"', 'two\nlines'])).toBe('"a,b","say ""no""","two\nlines"\r\n');
});
