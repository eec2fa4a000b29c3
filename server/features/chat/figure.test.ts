import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { figure, listText, signed } from './figure.ts';

describe('a figure in a chat', () => {
  it.each([
    ['1234567.891', 2, '1,234,567.89'],
    ['0.52299', 4, '0.5229'],
    ['-0.001', 2, '0.00'],
    ['-12.5', 2, '−12.50'],
    ['999', 0, '999'],
  ])('of %s with %i decimals is %s', (value, decimals, text) => {
    expect(figure(new Big(value), decimals)).toBe(text);
  });

  it('that is a result has its sign', () => {
    expect([signed(new Big('1.2'), 2), signed(new Big('-1.2'), 2), signed(new Big(0), 2)]).toEqual([
      '+1.20',
      '−1.20',
      '0.00',
    ]);
  });
});

describe('a list in a chat', () => {
  it('is cut, and says how many are left and where', () => {
    expect(listText(['a', 'b'], 2, 'there')).toBe('• a\n• b');
    expect(listText(['a', 'b', 'c', 'd'], 2, 'there')).toBe('• a\n• b\nand 2 more: there');
  });
});
