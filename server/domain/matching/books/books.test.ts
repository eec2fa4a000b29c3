import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../tests/setup/property-runs.ts';
import { XRP, big, buy, draft, matchingWorld, sell, stop } from '../../../../tests/factories/matching-world.ts';
import type { Draft, Order } from '../model/order.ts';
import { TapeMarket } from '../tape-market.ts';
import { createOrderBook, quietRange } from './order-book.ts';

/** As it rests: its number says which is the older. */
const orderOf = (terms: Draft, orderId: number): Order =>
  ({ ...terms, orderId, executedQty: big(0), preventedQty: big(0), workingTime: 0 }) as Order;
const priceOf = (ticks: number) => big(ticks).div(10_000).toFixed();
const ids = (orders: readonly Order[]) => orders.map(({ orderId }) => orderId);
const newBook = () => createOrderBook(new TapeMarket({ pair: XRP, price: big('0.53') }));

const terms = fc.record({ isBuy: fc.boolean(), ticks: fc.integer({ min: 5000, max: 5010 }), leaves: fc.boolean() });

describe('resting orders', () => {
  it('are found by price, then by age, whatever came and went', () => {
    fc.assert(
      fc.property(fc.array(terms, { maxLength: 40 }), fc.integer({ min: 4999, max: 5011 }), (all, at) => {
        const { resting } = newBook();
        const orders = all.map(({ isBuy, ticks }, index) => orderOf((isBuy ? buy : sell)('10', priceOf(ticks)), index));
        for (const order of orders) resting.add(order);
        for (const order of orders) if (all[order.orderId]?.leaves) resting.remove(order);
        const ticksOf = (order: Order) => all[order.orderId]?.ticks ?? 0;
        const left = (side: Order['side']) =>
          orders
            .filter((order) => order.side === side && !all[order.orderId]?.leaves)
            .toSorted((one, other) => (ticksOf(one) - ticksOf(other)) * (side === 'BUY' ? -1 : 1));
        const reached = [
          ...left('BUY').filter((order) => ticksOf(order) >= at),
          ...left('SELL').filter((order) => ticksOf(order) <= at),
        ];
        expect(ids(resting.reached(big(priceOf(at))))).toEqual(ids(reached));
        expect(ids(resting.opposing('BUY'))).toEqual(ids(left('SELL')));
        expect(ids(resting.opposing('SELL'))).toEqual(ids(left('BUY')));
        expect(resting.best('BUY')).toBe(left('BUY')[0]);
      }),
      { numRuns: runs(300) },
    );
  });

  it('are summed by price, the best first', () => {
    const { resting } = newBook();
    const all = [buy('10', '0.51'), buy('20', '0.52'), buy('5', '0.51'), buy('1', '0.5')].map(orderOf);
    for (const order of all) resting.add(order);
    all[0]!.executedQty = big('4');
    const levels = (most: number) =>
      resting.levels('BUY', most).map(({ price, qty }) => `${qty.toFixed()}@${price.toFixed()}`);
    expect(levels(9)).toEqual(['20@0.52', '11@0.51', '1@0.5']);
    expect(levels(2)).toEqual(['20@0.52', '11@0.51']);
    expect(resting.levels('SELL', 9)).toEqual([]);
  });
});

it('nothing happens between the nearest orders and triggers', () => {
  const book = newBook();
  const shown = () => Object.values(quietRange(book)).map((price) => price?.toFixed() ?? null);
  expect(shown()).toEqual([null, null]);
  book.resting.add(orderOf(buy('10', '0.5'), 1));
  book.resting.add(orderOf(sell('10', '0.6'), 2));
  expect(shown()).toEqual(['0.5', '0.6']);
  book.triggers.add(orderOf(stop('10', '0.51'), 3));
  book.triggers.add(orderOf(draft({ type: 'STOP_LOSS', stopPrice: '0.59' }), 4));
  expect(shown()).toEqual(['0.51', '0.59']);
  book.triggers.add(orderOf(stop('10', '0.49'), 5));
  book.triggers.add(orderOf(draft({ type: 'STOP_LOSS', stopPrice: '0.61' }), 6));
  expect(shown()).toEqual(['0.51', '0.59']);
});

it('a bar within the quiet range changes nothing, one that touches its bound does', () => {
  const { core, place, trade, reports } = matchingWorld();
  for (const each of [buy('10', '0.5'), sell('10', '0.6'), stop('10', '0.51')]) place(each);
  const { above, below } = core.quietRange('XRPUSDT');
  reports.length = 0;
  trade(above?.plus('0.0001').toFixed() ?? '');
  trade(below?.minus('0.0001').toFixed() ?? '');
  expect(reports).toEqual([]);
  trade(above?.toFixed() ?? '');
  expect(reports.length).toBeGreaterThan(0);
});
