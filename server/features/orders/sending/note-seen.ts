import { type PlanFacts, factsOf } from '../../../domain/exit-plan/plan-facts.ts';
import type { OrderStep } from '../../../domain/steps/step.ts';
import type { EngineContext } from '../orders.ts';
import type { BlockView, PositionView } from '../store/block-view.store.ts';
import { blockEvent } from './block-event.ts';

type NoteStep = OrderStep & { do: 'note-stop' | 'note-facts' };

/** What was decided just now, for the block's story. */
function decisions({ planFacts }: PositionView, { plan, timed, closed }: PlanFacts) {
  const before = factsOf({ planFacts: planFacts ?? null }, plan);
  const isClosed =
    closed?.did && (closed.did !== before.closed?.did || closed.price?.toFixed() !== before.closed.price?.toFixed());
  return [
    ...(timed && !before.timed ? [{ kind: 'time-exit', details: { ...timed } }] : []),
    ...(isClosed ? [{ kind: 'candle-closed', details: { did: closed.did, price: closed.price?.toFixed() } }] : []),
  ];
}

/** Writes down what this server has seen, before it acts on it. */
export async function noteSeen(
  { facts, markets, clock }: Pick<EngineContext, 'facts' | 'markets' | 'clock'>,
  { view, position }: { view: BlockView; position: PositionView },
  step: NoteStep,
): Promise<'done'> {
  const { market, symbol } = view.block;
  const now = clock();
  if (step.do === 'note-facts') {
    const events = decisions(position, step.facts).map((event) =>
      blockEvent({ view, position }, { ...event, at: now }),
    );
    await facts.store.changePosition(position.row, { set: { planFacts: step.facts }, events, now });
    return 'done';
  }
  const details = {
    stopLoss: view.intent.stop?.price.toFixed() ?? null,
    price: markets.lastPrice(market, symbol)?.price.toFixed() ?? null,
  };
  const events = [blockEvent({ view, position }, { kind: 'stop-reached', details, at: now })];
  await facts.store.changePosition(position.row, { set: { stopReachedAt: now }, events, now });
  return 'done';
}
