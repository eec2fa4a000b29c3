import { Big } from 'big.js';
import { expect, it } from 'vitest';
import type { Pair } from '#contracts/markets.ts';
import { likelyPrice, priceNote } from './likely-price.ts';

const pair = { counterRound: 4 } as Pair;
const at = (side: 'buy' | 'sell', market: string | null) => ({
  side,
  pair,
  marketPrice: market === null ? null : new Big(market),
});

it.each([
  ['sell', '0.3', '0.5', '0.5', 'Fills at once at about 0.5000.'],
  ['sell', '40000', '64000', '64000', 'Fills at once at about 64,000.0000.'],
  ['sell', '0.6', '0.5', '0.6', ''],
  ['buy', '0.55', '0.5', '0.5', 'Fills at once at about 0.5000.'],
  ['buy', '0.4', '0.5', '0.4', ''],
  ['buy', '0.5001', '0.5', '0.5001', ''],
  ['sell', '0.3', null, '0.3', ''],
] as const)('G-17 a %s at %s with the market at %s fills at about %s', (...row) => {
  const [side, price, market, likely, note] = row;
  expect(likelyPrice(new Big(price), at(side, market)).toFixed()).toBe(likely);
  expect(priceNote({ price: new Big(price) }, at(side, market))).toBe(note);
  expect(priceNote(null, at(side, market))).toBe('');
});
