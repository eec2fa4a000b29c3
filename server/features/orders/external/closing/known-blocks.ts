import { inTime } from '../../../../lib/in-time.ts';
import { shortOf } from '../../../../domain/position/books.ts';
import type { OrderFact } from '../../../../domain/position/position.ts';
import { type BlockView, readViews } from '../../store/block-view.store.ts';
import type { ExternalDeps } from '../deal-context.ts';

/** What is on its way to the exchange is waited for so long, ms: what it brings is to be closed as well. */
const PATIENCE = 5000;

const isOnItsWay = ({ state }: OrderFact): boolean => state === 'planned' || state === 'sending' || state === 'unknown';

/** Blocks with what they hold known: answers that are on their way, and trades that are missing, come first. */
export async function knownBlocks(
  { db, idle, readFills }: ExternalDeps,
  views: readonly BlockView[],
): Promise<BlockView[]> {
  const [first] = views;
  if (!first) return [];
  const { userId } = first.block;
  const ids = views.map(({ block }) => block.id);
  const busy = views.filter(({ positions }) =>
    positions.some(({ orders, row }) => row.endedAt === null && orders.some(isOnItsWay)),
  );
  await inTime(Promise.all(busy.map(({ block }) => idle({ userId, blockId: block.id }))), PATIENCE);
  const short = (await readViews(db, userId, ids)).flatMap(({ positions }) => positions.flatMap(shortOf));
  await inTime(Promise.all(short.map(({ row }) => readFills(row))), PATIENCE);
  return readViews(db, userId, ids);
}
