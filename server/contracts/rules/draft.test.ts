import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { draftPath } from './draft.ts';

const level = { market: 'binance', symbol: 'xrp_usdt', price: new Big('1e-7') } as const;

it.each([
  ['PRICE_RISES_ABOVE', 'sell'],
  ['PRICE_DROPS_BELOW', 'buy'],
] as const)('where an alert says %s, its order form is filled in to %s', (type, section) => {
  expect(draftPath({ ...level, type })).toBe(
    `/markets/spot/list?market=binance&symbolName=xrp_usdt&section=${section}&price=0.0000001`,
  );
});
