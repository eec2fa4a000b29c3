import { Big } from 'big.js';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Pair } from '#contracts/markets.ts';
import { riskDecimals, typeRisk } from './draft-edits.ts';
import { EMPTY, fill } from './order-draft.ts';
import { RiskField } from './risk-field.tsx';

const pair = {
  baseCurrency: 'ETH',
  counterCurrency: 'BTC',
  counterStepSize: new Big('0.00001'),
  baseQuantityStep: new Big('0.0001'),
  baseRound: 4,
  counterRound: 5,
  baseAmountDecimals: 8,
  counterAmountDecimals: 8,
} as Pair;

it('decision 165: a risk in counter currency has the decimals of its amounts, one in percent has two', () => {
  expect(typeRisk(EMPTY, '0.0005', riskDecimals(null, pair)).amount).toBe('0.0005');
  expect(typeRisk(EMPTY, '1.257', riskDecimals(new Big(2), pair)).amount).toBe('1.25');
});

it('decision 165: what a stop may cost is not shown as nothing', () => {
  const draft = { ...EMPTY, by: 'risk', amount: '0.0005', price: '0.05', stopLoss: '0.04' } as const;
  const filled = fill(draft, { side: 'buy', pair, marketPrice: new Big('0.05'), keyWorth: null });
  const html = renderToStaticMarkup(
    <RiskField
      tradingKey={{ name: 'Main', worth: null }}
      pair={pair}
      draft={draft}
      filled={filled}
      onChange={() => {}}
    />,
  );
  expect(html).toContain('If the stop fires: 0.00050 BTC, with fees.');
});
