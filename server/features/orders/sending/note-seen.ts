import type { OrderStep } from '../../../domain/next-step.ts';
import type { EngineContext } from '../orders.ts';
import type { BlockView, PositionView } from '../store/block-view.store.ts';

type NoteStep = OrderStep & { do: 'note-stop' | 'note-facts' };

/** Writes down what this server has seen, before it acts on it. */
export async function noteSeen(
  { facts, markets, clock }: Pick<EngineContext, 'facts' | 'markets' | 'clock'>,
  { view, position }: { view: BlockView; position: PositionView },
  step: NoteStep,
): Promise<'done'> {
  const { userId, id: blockId, market, symbol } = view.block;
  const now = clock();
  if (step.do === 'note-facts') {
    await facts.store.changePosition(position.row, { set: { planFacts: step.facts }, events: [], now });
    return 'done';
  }
  const details = {
    stopLoss: view.intent.stop?.price.toFixed() ?? null,
    price: markets.lastPrice(market, symbol)?.price.toFixed() ?? null,
  };
  const events = [{ userId, blockId, positionId: position.id, kind: 'stop-reached', details, at: now }];
  await facts.store.changePosition(position.row, { set: { stopReachedAt: now }, events, now });
  return 'done';
}
