import { Big } from 'big.js';
import { expect, it } from 'vitest';
import type { Alert } from '#contracts/alerts.ts';
import { firedActions, firedText } from './announce-fired.ts';

const alert = {
  symbol: 'xrp_usdt',
  type: 'PRICE_RISES_ABOVE',
  price: new Big('0.53'),
  comment: '',
  late: false,
} as Alert;

it.each([
  [{}, 'Alert: XRP/USDT rose above 0.53'],
  [{ price: new Big('64000.5') }, 'Alert: XRP/USDT rose above 64,000.5'],
  [{ type: 'PRICE_DROPS_BELOW', comment: 'sell half' }, 'Alert: XRP/USDT dropped below 0.53: sell half'],
  [{ type: 'PRICE_REACHES', late: true }, 'Alert: XRP/USDT reached 0.53 (found late)'],
  [
    { condition: { kind: 'price-ema', length: 21, direction: 'up', interval: '1h' }, duringBar: true },
    'Alert: XRP/USDT: Close · 1h rose over EMA 21 (during the bar, may be taken back)',
  ],
] as [Partial<Alert>, string][])('G-05 a fired alert is announced: %o', (change, words) => {
  expect(firedText({ ...alert, ...change })).toBe(words);
});

it.each([
  ['ONLY_ONCE', ['Details', 'Chart', 'Draft', 'Again']],
  ['ALWAYS', ['Details', 'Chart', 'Draft']],
] as const)('of an alert that fires %s, the toast offers %o', (informing, labels) => {
  const actions = firedActions({ ...alert, informing }, () => undefined);
  expect(actions.map(({ label }) => label)).toEqual(labels);
});
