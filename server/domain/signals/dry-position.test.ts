import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { XRP } from '../../../tests/factories/block-sketch.ts';
import { dryPosition, dryReduction, type DryStep } from './dry-position.ts';

const bought = (quantity: string): DryStep => ({ kind: 'entry', quantity: new Big(quantity) });
const sold = (share: string): DryStep => ({ kind: 'reduce', share: new Big(share) });
const heldAfter = (...steps: DryStep[]): string | undefined => dryPosition(steps, new Big('0.1'))?.toFixed();

it('W-11 dry runs hold what their entries would have bought, without the shares that they would have closed', () => {
  expect(heldAfter()).toBe('0');
  expect(heldAfter(bought('95.6'), bought('57.4'))).toBe('153');
  expect(heldAfter(bought('95.6'), sold('0.5'))).toBe('47.8');
  expect(heldAfter(bought('95.6'), { kind: 'close' }, bought('20'))).toBe('20');
});

it('W-11 a dry run closes a share in whole steps', () => {
  expect(heldAfter(bought('10'), sold('0.333'))).toBe('6.7');
});

it('W-11 what dry runs hold is not known where the amount of an entry is not', () => {
  const unknown: DryStep = { kind: 'entry', quantity: null };
  expect(heldAfter(bought('95.6'), unknown)).toBeUndefined();
  expect(heldAfter(unknown, { kind: 'close' }, bought('20'))).toBe('20');
});

const reducedBy = (share: string, ...holdings: { quantity: string; exit?: string }[]): string => {
  const reduction = dryReduction(
    holdings.map(({ quantity, exit }) => ({ quantity: new Big(quantity), exits: exit ? [new Big(exit)] : [] })),
    { share: new Big(share), price: new Big('0.5'), pair: XRP },
  );
  return 'fault' in reduction ? reduction.fault : `${reduction.sold.toFixed()} of ${reduction.held.toFixed()}`;
};
const WHOLE_ONLY = 'Only the whole of it can be closed: a part or its rest would be under the exchange’s minimum.';

it('W-11 a dry reduction sells a share of each block in whole steps', () => {
  expect(reducedBy('0.5', { quantity: '95.66' })).toBe('47.8 of 95.6');
  expect(reducedBy('0.333', { quantity: '100' }, { quantity: '50' })).toBe('49.9 of 150');
});

it('W-11 a dry reduction is refused where one block, or what is left of it, would be under the exchange’s minimum', () => {
  expect(reducedBy('0.05', { quantity: '100' })).toBe('The smallest part here is 10 XRP.');
  expect(reducedBy('0.95', { quantity: '100' })).toBe('The largest part here is 90 XRP; or close all of it.');
  expect(reducedBy('0.5', { quantity: '18' }, { quantity: '18' })).toBe(WHOLE_ONLY);
  expect(reducedBy('0.5', { quantity: '22' })).toBe('11 of 22');
  expect(reducedBy('0.5', { quantity: '22', exit: '0.4' })).toBe(WHOLE_ONLY);
  expect(reducedBy('0.5', { quantity: '100' }, { quantity: '0' })).toBe('Its entry has not begun to fill.');
});
