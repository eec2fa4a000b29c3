import { entryOf } from '../../../../domain/position/books.ts';
import type { Orders } from '../../orders.ts';
import { type BlockRef, type BlockView, orderFact, type OrderRow, readPosition } from '../../store/block-view.store.ts';
import type { FoundPosition } from '../find-position.ts';

export type Placed =
  | { outcome: 'refused'; error: string }
  | ({ outcome: 'placed' } & FoundPosition)
  /** Sent, and its answer lost: the row stays and is looked up. */
  | { outcome: 'unknown' }
  /** Its engine did not come to it: the row stays, and it may still be sent. */
  | { outcome: 'not-sent-yet' }
  /** A block of this id is there already: another call has written it. */
  | { outcome: 'already-written' };

export const refused = (error: string): Placed => ({ outcome: 'refused', error });

/** A new block by the exchange's answer, where all of its main key's orders rest; null where more may have happened. */
function asTaken(view: BlockView, taken: readonly OrderRow[]): FoundPosition | null {
  const [main, ...copies] = view.positions;
  const orders = main?.orders.flatMap(({ id }) => taken.filter((row) => row.id === id && row.filledQuantity.eq(0)));
  if (!main || !orders || orders.length !== main.orders.length) return null;
  const position = { ...main, orders: orders.map(orderFact) };
  return { view: { ...view, positions: [position, ...copies] }, position };
}

/** What became of a block that was handed to its engine. */
export async function outcomeOf(
  { db }: Pick<Orders, 'db'>,
  { ref, view, taken }: { ref: BlockRef; view: BlockView; taken: readonly OrderRow[] },
): Promise<Placed> {
  const [main] = view.positions;
  const found = asTaken(view, taken) ?? (main ? await readPosition(db, ref, main.id) : null);
  const entry = found && entryOf(found.position);
  if (!entry) throw new Error(`block ${ref.blockId} is gone`);
  if (entry.state === 'rejected') return refused(entry.reason ?? 'The exchange refused the order.');
  if (entry.state === 'planned') return { outcome: 'not-sent-yet' };
  if (entry.state === 'sending' || entry.state === 'unknown') return { outcome: 'unknown' };
  return { outcome: 'placed', ...found };
}
