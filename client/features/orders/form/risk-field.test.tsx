import { Big } from 'big.js';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Pair } from '#contracts/markets.ts';
import { toggleRisk, typeRisk } from './draft-edits.ts';
import { type Draft, EMPTY, fill } from './order-draft.ts';
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
  expect(typeRisk(EMPTY, '0.0005', { worth: null, pair })).toMatchObject({ by: 'loss', amount: '0.0005' });
  expect(typeRisk(EMPTY, '1.257', { worth: new Big(2), pair })).toMatchObject({ by: 'risk', amount: '1.25' });
});

const PRICES = { price: '0.05', stopLoss: '0.04' };

const filledOf = (draft: Draft, worth: Big | null) =>
  fill(draft, { side: 'buy', pair, marketPrice: new Big('0.05'), keyWorth: worth });
const htmlOf = (draft: Draft, worth: Big | null): string =>
  renderToStaticMarkup(
    <RiskField
      tradingKey={{ name: 'Main', worth }}
      pair={pair}
      draft={draft}
      filled={filledOf(draft, worth)}
      onChange={() => {}}
    />,
  );

it('decision 165: what a stop may cost is not shown as nothing', () => {
  const draft: Draft = { ...EMPTY, ...PRICES, by: 'loss', amount: '0.0005' };
  expect(htmlOf(draft, null)).toContain('If the stop fires: 0.00050 BTC, with fees.');
});

it('decision 165: where the worth of the key is not known nothing is filled in, and the field says what it takes', () => {
  const draft = toggleRisk({ ...EMPTY, ...PRICES }, { quantity: '3', worth: null });
  expect(draft).toMatchObject({ by: 'loss', amount: '' });
  const html = htmlOf(draft, null);
  expect(html).toContain('value=""');
  expect(html).toContain(
    'The worth of your key in BTC is not known now. Enter the most that you may lose as an amount of BTC.',
  );
  expect(toggleRisk(EMPTY, { quantity: '3', worth: new Big(2) })).toMatchObject({ by: 'risk', amount: '1' });
});

it('decision 165: a percentage is never read as an amount, nor an amount as a percentage, once the worth is or is not known', () => {
  const percent: Draft = { ...EMPTY, ...PRICES, by: 'risk', amount: '1' };
  expect(filledOf(percent, new Big(2))).toMatchObject({ quantity: expect.stringMatching(/^1\.\d+$/), unsized: null });
  expect(filledOf(percent, null)).toMatchObject({ quantity: '', receipt: null });
  expect(htmlOf(percent, null)).toContain('value=""');
  const amount: Draft = { ...EMPTY, ...PRICES, by: 'loss', amount: '0.02' };
  expect(filledOf(amount, new Big(2)).quantity).toBe(filledOf(amount, null).quantity);
  expect(htmlOf(amount, new Big(2))).toContain('BTC');
  expect(typeRisk(amount, '0.03', { worth: new Big(2), pair })).toMatchObject({ by: 'loss', amount: '0.03' });
});
