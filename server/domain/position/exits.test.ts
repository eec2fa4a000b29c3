import { expect, it } from 'vitest';
import { big } from '../../../tests/factories/block-sketch.ts';
import { exitPrice, exitsAt, hasExits, NO_EXITS } from './exits.ts';

const UP = big('0.546');
const DOWN = big('0.494');

it('one take profit is for the whole position, and a stop stays at its price', () => {
  const { takeProfits, stop } = exitsAt(UP, DOWN);
  expect(takeProfits.map(({ price, share }) => [price, share].map(String))).toEqual([['0.546', '1']]);
  expect(stop).toEqual({ price: DOWN });
  expect(exitsAt(null, null)).toEqual(NO_EXITS);
});

it('there are exits with either of them', () => {
  const shown = [exitsAt(UP, DOWN), exitsAt(UP, null), exitsAt(null, DOWN), NO_EXITS].map(hasExits);
  expect(shown).toEqual([true, true, true, false]);
});

it('the price of the nearest take profit, or of the stop, where there is one', () => {
  const half = { price: big('0.56'), share: big('0.5') };
  const exits = { ...exitsAt(UP, DOWN), takeProfits: [...exitsAt(UP, null).takeProfits, half] };
  expect([exitPrice(exits, 'take-profit'), exitPrice(exits, 'stop-loss')].map(String)).toEqual(['0.546', '0.494']);
  expect([exitPrice(NO_EXITS, 'take-profit'), exitPrice(NO_EXITS, 'stop-loss')]).toEqual([null, null]);
});
