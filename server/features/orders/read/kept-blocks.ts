import type { Db } from '../../../db/database.ts';
import { type BlockView, readViews } from '../store/block-view.store.ts';

/** Of all people together: a block takes some 10 kB. */
const MOST = 2000;

/** A block, and the name of what was stored of it (`blockVersion`). */
export interface FoundBlock {
  id: string;
  version: string;
}

/**
 * Blocks as they were read last, used again while PostgreSQL names the same version of them. A version is named before
 * its block is read, so that a block may be newer than the version that it is kept under, never older.
 */
export function keptBlocks(db: Db, most = MOST) {
  const kept = new Map<string, { version: string; view: BlockView }>();

  function recall(userId: string, { id, version }: FoundBlock): BlockView | null {
    const known = kept.get(id);
    if (known?.version !== version || known.view.block.userId !== userId) return null;
    kept.delete(id);
    kept.set(id, known);
    return known.view;
  }

  function keep(version: string, view: BlockView): void {
    kept.delete(view.block.id);
    kept.set(view.block.id, { version, view });
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
  }

  /** Blocks of one person, in the order in which they were found. */
  return async (userId: string, found: readonly FoundBlock[]): Promise<BlockView[]> => {
    const views = new Map(found.map((block) => [block.id, recall(userId, block)]));
    const missing = found.filter(({ id }) => !views.get(id));
    const read = await readViews(
      db,
      userId,
      missing.map(({ id }) => id),
    );
    for (const view of read) {
      views.set(view.block.id, view);
      const version = missing.find(({ id }) => id === view.block.id)?.version;
      if (version !== undefined) keep(version, view);
    }
    return [...views.values()].filter((view) => view !== null);
  };
}
export type KeptBlocks = ReturnType<typeof keptBlocks>;
