import { Big } from 'big.js';
import { expect, it } from 'vitest';
import type { OrderBlock } from '#contracts/order-block.ts';
import { allAmounts } from './all-amounts.ts';

const big = (amount: string) => new Big(amount);
const NOTHING = { base: big('0'), counter: big('0'), otherBase: big('0'), otherCounter: big('0'), fee: big('0.001') };
/** Bought 192.3 at 0.52 and holds 192.1077 after fees. */
const held = {
  status: 'filled',
  section: 'buy',
  counterEarning: true,
  baseQuantityStep: big('0.1'),
  firstFilledQuantity: big('192.3'),
  firstFilledCounterQuantity: big('99.996'),
  firstFilledUnrealizedQuantity: big('0'),
  firstPlacedPrice: big('0.52'),
  books: { ...NOTHING, base: big('192.1077'), counter: big('-99.996') },
} as OrderBlock;
const waiting = {
  ...held,
  status: 'placed',
  firstFilledQuantity: big('0'),
  firstFilledUnrealizedQuantity: big('200'),
  firstPlacedPrice: big('0.5'),
  books: null,
} as OrderBlock;

it('V-14 lists what each key of each block trades and cancels', () => {
  const over = { ...held, status: 'closed' } as OrderBlock;
  const { held: sold, waiting: canceled } = allAmounts([[held, held], [waiting], [over]], big('0.546'));
  expect([sold.blocks, sold.quantity.toFixed(), sold.worth.toFixed(), sold.isWhole]).toEqual([
    1,
    '384.2',
    '209.7732',
    true,
  ]);
  expect(sold.profit.toFixed()).toBe('9.5714268');
  expect([canceled.orders, canceled.quantity.toFixed(), canceled.worth.toFixed()]).toEqual([1, '200', '100']);
});

it('V-14 shows that the amounts are incomplete while a price or an order is unknown', () => {
  expect(allAmounts([[held]], null).held.isWhole).toBe(false);
  expect(allAmounts([[{ ...held, books: null }]], big('0.5')).held.isWhole).toBe(false);
});
