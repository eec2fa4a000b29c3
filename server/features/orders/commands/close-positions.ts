import type { OrderEngine, OrderContext } from '../orders.ts';
import { keyPositionsStore } from '../store/key-positions.store.ts';

type Deps = Pick<OrderContext, 'db' | 'clock'> & { engine: Pick<OrderEngine, 'schedule'> };

/** EX-12: has everything closed that a key holds, or all keys (null), and entries that wait canceled. The engine tries until it is done. */
export async function closePositions(
  { db, clock, engine }: Deps,
  userId: string,
  keyId: string | null,
): Promise<number> {
  const refs = await keyPositionsStore(db, userId).closeByLimit(keyId, clock());
  for (const ref of refs) engine.schedule(ref);
  return refs.length;
}
