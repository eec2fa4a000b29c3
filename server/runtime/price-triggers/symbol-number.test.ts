import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { numberOfTrade, rememberedNumber, symbolNumber } from './symbol-number.ts';

const price = new Big(1);
const trade = (symbol: string, of = price) => ({ symbol, price: of, time: 0 });

it('a symbol has one number, and no other symbol has it', () => {
  const numbers = ['NUMBERAUSDT', 'NUMBERBUSDT', 'NUMBERAUSDT'].map((symbol) => numberOfTrade(trade(symbol)));
  expect(numbers[0]).toBe(numbers[2]);
  expect(new Set(numbers).size).toBe(2);
  expect(numbers[1]).toBe(symbolNumber('NUMBERBUSDT'));
  expect(Math.min(...numbers)).toBeGreaterThan(0);
});

it('is remembered for the trade that was asked about last, and for no other', () => {
  const number = numberOfTrade(trade('NUMBERAUSDT'));
  expect(rememberedNumber(trade('NUMBERAUSDT'))).toBe(number);
  expect(rememberedNumber(trade('NUMBERBUSDT'))).toBe(0);
  expect(rememberedNumber(trade('NUMBERAUSDT', new Big(1)))).toBe(0);
});
