import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { figureFacts } from './report-facts.ts';

const ZERO = new Big(0);
const figures = {
  return: 0.02,
  worstDrawdown: 0.01,
  drawdownFrom: null,
  drawdownTo: null,
  daysUnderWater: 1,
  sharpe: null,
  sortino: null,
  worstDay: null,
  winRate: new Big(1),
  profitFactor: null,
  expectancy: new Big('0.5'),
  exposure: 0.5,
  outsideLines: 0,
  turnover: 2,
};
const report = {
  figures,
  fees: { base: ZERO, counter: ZERO },
  booked: { deals: 90 },
  lines: [],
  currency: 'USDT',
  baseCurrency: 'XRP',
  counterCurrency: 'USDT',
};
const labels = (ofDeals: boolean) => figureFacts(report, ofDeals).map(({ label }) => label);

it('X-8, X-9: what was traded is counted as trades, since a deal of a bot has several', () => {
  expect(figureFacts(report, true)).toContainEqual({ label: 'Trades', text: '90' });
  expect(labels(true)).not.toContain('Deals');
  expect(labels(true)).toContain('A deal on average');
  expect(labels(false)).toContain('A round on average');
});
