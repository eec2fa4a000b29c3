import { Refusal } from '../../../../lib/errors.ts';
import type { Orders } from '../../orders.ts';
import { entryOf } from '../../../../domain/position/books.ts';
import { type BlockRef, type BlockView, type PositionView, readView } from '../../store/block-view.store.ts';

export const underWay = (): Refusal => new Refusal('conflict', 'This order is already being placed.');

/** Sent, and its outcome is unknown. */
export const lostAnswer = (): Refusal =>
  new Refusal(
    'exchange-failed',
    'The exchange did not answer. The order may have been placed: it is being looked up, and its row shows what became of it.',
  );

/** Written, and no engine has sent it yet. */
export const notSentYet = (): Refusal =>
  new Refusal(
    'exchange-failed',
    'The order is written down and was not sent yet. It is sent within 30 s of your press or not at all, and its row shows what became of it.',
  );

/** What became of an order by its block. Refuses while that is unknown. */
export async function recallOrder(
  { db }: Pick<Orders, 'db'>,
  ref: BlockRef,
): Promise<{ view: BlockView; position: PositionView } | 'never-written' | 'not-placed'> {
  const view = await readView(db, ref);
  const [position] = view?.positions ?? [];
  const state = position && entryOf(position)?.state;
  if (!view || !position) return 'never-written';
  if (state === 'rejected') return 'not-placed';
  if (state === 'unknown') throw lostAnswer();
  if (state === 'planned' || state === 'sending' || state === undefined) throw underWay();
  return { view, position };
}
