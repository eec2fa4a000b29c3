import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { openBooks, resultAt, wholeQuantity } from '#contracts/rules/open-result.ts';
import { isHeld } from '../../figures/block-state.ts';

/** Blocks with a position: base quantity to trade, its value and result; `isWhole` if all of it is known. */
interface Held {
  blocks: number;
  quantity: Big;
  worth: Big;
  profit: Big;
  isWhole: boolean;
}
/** Entries to cancel: base quantity and value at their own prices. */
interface Waiting {
  orders: number;
  quantity: Big;
  worth: Big;
}
/** Amounts of 'Close all' over every key. */
export interface AllAmounts {
  held: Held;
  waiting: Waiting;
}
type Blocks = readonly (readonly OrderBlock[])[];

const holds = (part: OrderBlock): boolean => isHeld(part) && part.firstFilledQuantity.gt(0);
const waits = ({ status }: OrderBlock): boolean => status === 'placed' || status === 'partly-filled';

function withPart(held: Held, part: OrderBlock, price: Big | null): Held {
  const books = openBooks(part);
  const result = books && price && resultAt(books, price);
  if (!books || !price || !result) return { ...held, isWhole: false };
  const quantity = wholeQuantity(books.moved, books, price);
  return {
    ...held,
    quantity: held.quantity.plus(quantity),
    worth: held.worth.plus(quantity.times(price)),
    profit: held.profit.plus(result.profit),
  };
}

function heldIn(blocks: Blocks, price: Big | null): Held {
  const holding = blocks.filter((parts) => parts.some(holds));
  const none: Held = { blocks: holding.length, quantity: ZERO, worth: ZERO, profit: ZERO, isWhole: true };
  return holding
    .flat()
    .filter(holds)
    .reduce((sum, part) => withPart(sum, part, price), none);
}

function waitingIn(blocks: Blocks): Waiting {
  const parts = blocks.flat().filter(waits);
  const sum = (of: (part: OrderBlock) => Big) => parts.reduce((all, part) => all.plus(of(part)), ZERO);
  return {
    orders: parts.length,
    quantity: sum(({ firstFilledUnrealizedQuantity: rest }) => rest),
    worth: sum(({ firstFilledUnrealizedQuantity: rest, firstPlacedPrice }) => rest.times(firstPlacedPrice)),
  };
}

export const allAmounts = (blocks: Blocks, price: Big | null): AllAmounts => ({
  held: heldIn(blocks, price),
  waiting: waitingIn(blocks),
});
