import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { changeText, dayChange } from './day-change.ts';

const change = (price: string | null, open: string | null) =>
  dayChange(price === null ? null : new Big(price), open === null ? null : new Big(open))?.toFixed() ?? null;

it('is a percentage of the price a day ago', () => {
  expect(change('0.525', '0.5')).toBe('5');
  expect(change('0.475', '0.5')).toBe('-5');
});

it.each([
  [null, '1'],
  ['1', null],
  ['1', '0'],
])('is unknown for the price %s after %s', (price, open) => expect(change(price, open)).toBeNull());

it.each([
  ['1.314', '▲ +1.31%', 'up'],
  ['-12.5', '▼ −12.50%', 'down'],
  ['0', '0.00%', null],
  ['0.004', '0.00%', null],
  ['-0.004', '0.00%', null],
])('%s is shown as %s', (of, text, tone) => expect(changeText(new Big(of))).toEqual({ text, tone }));

it('an unknown change is no zero', () => expect(changeText(null)).toEqual({ text: '—', tone: null }));
