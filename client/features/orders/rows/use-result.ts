import type { Big } from 'big.js';
import { useMemo, useState } from 'react';
import { openBooks, resultAt, valueAt } from '#contracts/rules/open-result.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { useMarketPrice } from '../market-price.ts';
import { isOver } from './block-state.ts';

export interface Result {
  /** Null while unknown. */
  value: Big | null;
  profit: Big | null;
  percent: Big | null;
}

function resultOf(block: OrderBlock, price: Big | null): Result {
  const books = openBooks(block);
  const result = books && price && resultAt(books, price);
  return {
    value: price && !isOver(block) ? valueAt(block, price) : block.value,
    profit: result ? result.profit : block.profitValue,
    percent: result ? result.percent : block.profitPercent,
  };
}

/** The market price; frozen while the row is out of view. */
function useSeenPrice(seen: boolean): Big | null {
  const price = useMarketPrice();
  const [shown, setShown] = useState(price);
  if (!seen || shown === price) return shown;
  setShown(price);
  return price;
}

/** Value and result at the current price, or as the server last said if unknown here. */
export function useResult(block: OrderBlock, seen: boolean): Result {
  const price = useSeenPrice(seen);
  return useMemo(() => resultOf(block, price), [block, price]);
}
