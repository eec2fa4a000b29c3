import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { goOnText } from './missing-text.ts';

const OF = { type: 'grid', baseCurrency: 'XRP', counterCurrency: 'USDT' } as const;
const missing = (base: string, counter: string, givesUp: number[]) => ({
  base: new Big(base),
  counter: new Big(counter),
  givesUp,
});
const run = (of: ReturnType<typeof missing> | null, connectorName = 'Main') => ({
  missing: of,
  connectorName,
  levels: [{} as never],
});

it('C-18, U-7: says without what a run goes on, and which levels give up', () => {
  expect(goOnText({ ...OF, runs: [run(null)] })).toBe('Go on: its orders rest on, and nothing is traded now.');
  expect(goOnText({ ...OF, runs: [run(missing('96.9', '12.5', [7, 8]))] })).toBe(
    'Go on without 96.9\u00a0XRP and 12.50\u00a0USDT: nothing is traded now. Levels 7, 8, the farthest from the market, give up.',
  );
  expect(goOnText({ ...OF, runs: [run(null), run(missing('0', '3', []), 'Dad')] })).toBe(
    'Go on on Dad without 3.00\u00a0USDT: nothing is traded now. All its levels go on.',
  );
});

it('U-7: a basket that goes on keeps the coins that are there and rebalances', () => {
  expect(goOnText({ ...OF, type: 'basket', runs: [run(null)] })).toBe(
    'Go on: it continues with the coins that are there and rebalances as set.',
  );
});
