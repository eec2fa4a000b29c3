import type { Big } from 'big.js';
import { useMemo, useState } from 'react';
import type { OrderBlock } from '#contracts/order-block.ts';
import { useMarketPrice } from '../market-price.ts';
import { type BlockResult, blockResult } from './block-result.ts';

/** The market price; frozen while the row is out of view. */
function useSeenPrice(seen: boolean): Big | null {
  const price = useMarketPrice();
  const [shown, setShown] = useState(price);
  if (!seen || shown === price) return shown;
  setShown(price);
  return price;
}

export function useResult(block: OrderBlock, seen: boolean): BlockResult {
  const price = useSeenPrice(seen);
  return useMemo(() => blockResult(block, price), [block, price]);
}
