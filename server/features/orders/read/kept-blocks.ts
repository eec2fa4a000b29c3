import type { Db } from '../../../db/database.ts';
import { keptRows } from '../../../db/kept-rows.ts';
import { type BlockView, readViews } from '../store/block-view.store.ts';

/** A block takes some 10 kB. */
const MOST = 2000;

/** Blocks as they were read last, by the names of their versions (`blockVersion`). */
export const keptBlocks = (db: Db, most = MOST) =>
  keptRows<BlockView>({
    read: (userId, ids) => readViews(db, userId, ids),
    idOf: ({ block }) => block.id,
    most,
  });
export type KeptBlocks = ReturnType<typeof keptBlocks>;
