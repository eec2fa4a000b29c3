import { expect, it } from 'vitest';
import { XRP } from '../../../tests/factories/block-sketch.ts';
import { pastPair } from './past-pair.ts';

const pairs = [XRP, { ...XRP, counter: 'BTC' }, { ...XRP, counter: 'USD' }, { ...XRP, counter: 'FDUSD' }];

it.each([
  ['LUNAUSDT', 'LUNA', 'USDT'],
  ['LUNAFDUSD', 'LUNA', 'FDUSD'],
  ['USDBTC', 'USD', 'BTC'],
])('%s was %s in %s', (symbol, base, counter) => {
  expect(pastPair(symbol, pairs)).toMatchObject({ symbol, base, counter });
});

it.each(['USDT', 'LUNAEUR', ''])('%j is not recognized as a past pair', (symbol) => {
  expect(pastPair(symbol, pairs)).toBeNull();
});
