import type { Big } from 'big.js';
import { ZERO, max } from '#contracts/rules/decimal.ts';
import { hasExits } from '../../../domain/position/exits.ts';
import { booksOf, openBase } from '../../../domain/position/books.ts';
import type { Orders } from '../orders.ts';
import { type BlockRef, readView } from '../store/block-view.store.ts';

/** What a block holds on its main key, base units, and whether it has targets; null where it is not open, or is being closed. */
export async function heldBlock(
  { db, markets }: Pick<Orders, 'db' | 'markets'>,
  ref: BlockRef,
): Promise<{ quantity: Big; hasTargets: boolean } | null> {
  const view = await readView(db, ref);
  const [main] = view?.positions ?? [];
  const pair = view && markets.findExchangePair(view.block.market, view.block.symbol);
  if (!view?.block.open || view.intent.ending === 'close' || !main || !pair) return null;
  const quantity = max(ZERO, openBase(main, booksOf(main, pair)));
  return { quantity, hasTargets: hasExits(view.intent) };
}
