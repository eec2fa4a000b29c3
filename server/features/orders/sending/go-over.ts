import { type CarriedPart, handedOver, heldOf, tradesOf } from '../../../domain/averaging/carried.ts';
import type { HandOver } from '../../../domain/averaging/hand-over.ts';
import type { AverageTerms } from '../../../domain/averaging/terms.ts';
import type { MarketContext } from '../../../domain/position/position.ts';
import type { OrderContext } from '../orders.ts';
import type { BlockView, PositionView } from '../store/block-view.store.ts';
import { handOverStore } from '../store/hand-over.store.ts';
import type { BlockRef } from '../store/block-view.store.ts';

type Going = Exclude<HandOver, { do: 'cancel' }>;
interface PositionToHandOver {
  view: BlockView;
  position: PositionView;
  context: MarketContext;
}

export const averageTerms = (section: 'buy' | 'sell', { fee, pair }: MarketContext): AverageTerms => ({
  side: section,
  fee,
  step: pair.step,
  tick: pair.tick,
});

/** What each of the positions that take this one over gets. */
function partsOf({ view, position, context }: PositionToHandOver): Map<string, CarriedPart> {
  const takers = position.row.handsTo ?? [];
  const { pair } = context;
  const whole = {
    trades: tradesOf(position),
    held: heldOf(position, pair),
    assets: pair,
    terms: averageTerms(position.section, context),
  };
  const shares = takers.map(({ share }) => share);
  const trades = handedOver(whole, shares);
  return new Map(
    takers.map(({ positionId }, index) => [positionId, { blockId: view.block.id, trades: trades[index] ?? [] }]),
  );
}

/** A position goes over to other blocks with all that it holds and cost, or stays. Answers the blocks that it concerns. */
export async function goOver(
  { db, clock }: Pick<OrderContext, 'db' | 'clock'>,
  found: PositionToHandOver,
  step: Going,
): Promise<BlockRef[]> {
  const store = handOverStore(db);
  const { row, handsOver } = found.position;
  const now = clock();
  if (step.do === 'stay') return store.stay(row, { why: step.because, now });
  const end = handsOver === 'split' ? 'split' : 'joined';
  return store.over(row, { parts: partsOf(found), end, now });
}
