import type { Big } from 'big.js';
import { ZERO, max } from '#contracts/rules/decimal.ts';
import { refusedClose } from '../../../domain/position/attempts.ts';
import { hasExits } from '../../../domain/position/exits.ts';
import { booksOf, liveOf, openBase, shortOf } from '../../../domain/position/books.ts';
import type { Orders } from '../orders.ts';
import { type BlockRef, readView } from '../store/block-view.store.ts';

interface HeldBlock {
  /** Base units. */
  quantity: Big;
  /** Its entry may fill further. */
  isFilling: boolean;
  /** Each trade that the exchange speaks of is known. */
  isKnown: boolean;
  hasTargets: boolean;
  /** The exchange refused to close it: it is closed again before anything else is done about it. */
  isCloseRefused: boolean;
}

/** What a block holds on its main key; null where it is not open, or is being closed. */
export async function heldBlock(
  { db, markets }: Pick<Orders, 'db' | 'markets'>,
  ref: BlockRef,
): Promise<HeldBlock | null> {
  const view = await readView(db, ref);
  const [main] = view?.positions ?? [];
  const pair = view && markets.findExchangePair(view.block.market, view.block.symbol);
  if (!view?.block.open || !main || !pair) return null;
  const isClosing = view.intent.ending === 'close';
  const isCloseRefused = isClosing && main.row.endedAt === null && refusedClose(main) !== null;
  if (isClosing && !isCloseRefused) return null;
  const quantity = max(ZERO, openBase(main, booksOf(main, pair)));
  const isFilling = liveOf(main, ['entry']).length > 0;
  const isKnown = shortOf(main).length === 0;
  return { quantity, isFilling, isKnown, hasTargets: hasExits(view.intent), isCloseRefused };
}
