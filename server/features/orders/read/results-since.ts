import type { ResultPart } from '../../../domain/exit-plan/day-result.ts';
import { isHandedOver } from '../../../domain/position/state.ts';
import { blocksSince } from '../store/blocks-since.store.ts';
import { type BlockView, type PositionView, readViews } from '../store/block-view.store.ts';
import { filledPart } from './figures/filled-part.ts';
import { resultOf } from './figures/result-of.ts';
import type { RowContext } from './figures/row-context.ts';
import { blockContexts, type ListDeps } from './present-block.ts';
import { endOf } from './present-position.ts';

/** A price that is late is no price to decide by. */
const isPriced = ({ market, isDelayed }: RowContext): boolean => market !== null && !isDelayed;

/** EX-12: what each key's parts came to, in USDT: those that are open, and those that ended since (UTC epoch ms). */
export async function resultsSince(deps: ListDeps, userId: string, since: number): Promise<ResultPart[]> {
  const contextsOf = blockContexts(deps);
  const partOf = (view: BlockView, position: PositionView): ResultPart => {
    const { keyId, row } = position;
    const end = endOf(position);
    const context = contextsOf(view)(position);
    const of = { keyId, endedAt: row.endedAt };
    if (end === null && !isPriced(context)) return { ...of, usdt: 'no-price' };
    const result = resultOf(position, end, context);
    const { market, counterEarning } = view.block;
    const rate = deps.markets.usdtOf(market, counterEarning ? context.pair.counter : context.pair.base);
    return { ...of, usdt: result && (rate ? result.profit.times(rate) : 'no-price') };
  };
  const views = await readViews(deps.db, userId, await blocksSince(deps.db, userId, since));
  return views.flatMap((view) =>
    view.positions
      .filter(({ row, released }) => !isHandedOver(row.endReason) && (row.endedAt !== null || !released))
      .filter(({ row }) => row.endedAt === null || row.endedAt >= since)
      .filter((position) => filledPart(position, ['entry']).quantity.gt(0))
      .map((position) => partOf(view, position)),
  );
}
