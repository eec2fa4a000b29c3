import type { OrderBlock } from '#contracts/order-block.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import { entryOf, liveOf, ofLegs } from '../../../domain/position/books.ts';
import { isLive } from '../../../domain/position/order-state.ts';
import type { PositionView } from '../store/block-view.store.ts';

/** EX-9: how each limit of an entry stands, while one of them is at work. */
export function limitsField(position: PositionView, ended: boolean): Pick<OrderBlock, 'limits'> {
  const { limits } = position;
  if (!limits || ended || liveOf(position, ['entry']).length === 0) return {};
  const placed = ofLegs(position, ['entry']);
  return {
    limits: limits.map(({ price, quantity }, at) => {
      const own = placed.findLast(({ target }) => target === at + 1);
      return { price, quantity, filledQuantity: own?.filledQuantity ?? ZERO, open: own ? isLive(own.state) : true };
    }),
  };
}

/** Of several limits some were refused, and the others are the entry: how many, and why; null otherwise. */
export function refusedLimits(position: PositionView): string | null {
  const { limits, retriedAt, row } = position;
  if (!limits || row.endedAt !== null || entryOf(position)?.state === 'rejected') return null;
  const refused = ofLegs(position, ['entry']).filter(
    ({ state, placedAt }) => state === 'rejected' && placedAt >= retriedAt,
  );
  const [first] = refused;
  if (!first || (row.reason !== null && row.reason !== first.reason)) return null;
  return `${refused.length} of ${limits.length} limits were refused. ${first.reason ?? ''}`.trim();
}
