import type { Big } from 'big.js';
import { expect } from 'vitest';
import { isLegal } from '../../server/domain/exits/exit-terms.ts';
import { liveOf, ofLegs } from '../../server/domain/position/books.ts';
import type { ModelExchange } from './model-exchange.ts';

/** The owner changes an entry that rests, as the command allows it. */
export function changeEntry(model: ModelExchange, to: { price: Big; quantity: Big }): void {
  const { position, marketContext, intent } = model;
  const filled = ofLegs(position, ['entry']).reduce(
    (sum, order) => sum.plus(order.filledQuantity),
    to.quantity.times(0),
  );
  const isResting = liveOf(position, ['entry']).some(({ state }) => state === 'open' || state === 'partly-filled');
  if (!isResting || intent.ending !== 'none' || !isLegal(marketContext, to.quantity.minus(filled), to.price)) return;
  model.changeEntry(to.price, to.quantity);
}

/** As the next entry is sent: no other rests or may, and with it no more is bought than was asked for. */
export function expectOneEntry({ position }: ModelExchange): void {
  expect(liveOf(position, ['entry']), 'one entry at a time').toEqual([]);
  const filled = ofLegs(position, ['entry']).reduce(
    (sum, order) => sum.plus(order.filledQuantity),
    position.price.times(0),
  );
  expect(filled.lt(position.quantity), 'something is left to be bought').toBe(true);
}
