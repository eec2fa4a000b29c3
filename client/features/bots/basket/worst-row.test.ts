import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { worstRow } from './worst-row.ts';

const rowOf = (stops: Readonly<Record<string, string>>) => {
  const { label, text, tone } = worstRow({ total: new Big('250.5'), counter: 'USDT' }, stops);
  return [label, text.replaceAll('\u00a0', ' '), tone];
};

it('C-22: the receipt of a basket says its worst case: at its stop by loss, else that all of it can be lost', () => {
  expect(rowOf({ 'stop.loss': '8' })).toEqual([
    'At its stop',
    'worth 230.46 USDT, −20.04 USDT (−8.00%); its loss is looked at once a minute',
    'loss',
  ]);
  const lost = ['Without a stop', 'all of it can be lost', 'loss'];
  expect(rowOf({})).toEqual(lost);
  expect(rowOf({ 'stop.loss': '' })).toEqual(lost);
  expect(rowOf({ 'stop.at': '2026-12-01T12:00' })).toEqual(lost);
});
