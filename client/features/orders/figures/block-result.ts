import type { Big } from 'big.js';
import type { OrderBlock } from '#contracts/order-block.ts';
import { openBooks, resultAt, valueAt } from '#contracts/rules/open-result.ts';
import { isOver } from '#contracts/rules/block-words.ts';
import { isUnplaced } from './block-state.ts';

export interface BlockResult {
  /** In counter currency; null if unknown or if nothing was ordered. */
  value: Big | null;
  /** Null if unknown or before the first fill. */
  profit: Big | null;
  percent: Big | null;
}

const NOTHING: BlockResult = { value: null, profit: null, percent: null };

/** Value and result of one key's order at a price, or as the server last said if unknown here. */
export function blockResult(block: OrderBlock, price: Big | null): BlockResult {
  if (isUnplaced(block)) return NOTHING;
  const books = openBooks(block);
  const result = books && price && resultAt(books, price);
  const value = price && !isOver(block) ? valueAt(block, price) : block.value;
  const shown = value?.gt(0) ? value : null;
  if (block.firstFilledQuantity.eq(0)) return { ...NOTHING, value: shown };
  return {
    value: shown,
    profit: result ? result.profit : block.profitValue,
    percent: result ? result.percent : block.profitPercent,
  };
}
