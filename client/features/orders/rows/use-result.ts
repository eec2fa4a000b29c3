import type { Big } from 'big.js';
import { openBooks, resultAt, valueAt } from '#contracts/rules/open-result.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { useMarketPrice } from '../market-price.ts';
import { isOver } from './block-state.ts';

export interface Result {
  /** Each null while it is not known. */
  value: Big | null;
  profit: Big | null;
  percent: Big | null;
}

/** What a part is worth and earns at the price of this moment; what the server said where that cannot be told here. */
export function useResult(block: OrderBlock): Result {
  const price = useMarketPrice();
  const books = openBooks(block);
  const told = books && price && resultAt(books, price);
  return {
    value: price && !isOver(block) ? valueAt(block, price) : block.value,
    profit: told ? told.profit : block.profitValue,
    percent: told ? told.percent : block.profitPercent,
  };
}
