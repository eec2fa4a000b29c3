import { Big } from 'big.js';
import { expect, it } from 'vitest';
import type { Pair } from '#contracts/markets.ts';
import { paperGrid } from './paper-grid.ts';

const symbol = { counterRound: 4 } as Pair;

it('U-1 the first paper grid lies 8% around the market, on its price steps', () => {
  const { settings, ...bot } = paperGrid({ symbol, symbolPrice: new Big('0.52333') }) ?? {};
  expect(bot).toMatchObject({ type: 'grid', market: 'binance', symbolName: 'xrp_usdt' });
  expect(settings).toMatchObject({ low: new Big('0.4814'), high: new Big('0.5651'), steps: 8, invest: new Big(400) });
});

it('U-1 there is none while the price is not known', () => {
  expect(paperGrid({ symbol, symbolPrice: null })).toBeNull();
});
