import type { Big } from 'big.js';
import { grouped } from '#contracts/rules/decimal.ts';
import type { Position } from '../../../../domain/position/position.ts';
import type { PositionView } from '../../store/block-view.store.ts';
import type { BlockEvent, NewOrder } from '../../store/work.store.ts';
import { nextAttempt } from '../../../../domain/position/entry-orders.ts';
import { draftRows, writtenDetails } from '../../sending/send-orders.ts';
import { heldBy, type Share } from './closing-shares.ts';
import { dealDetails, type ExternalDeps, ownersRow, type DealContext } from '../deal-context.ts';
import { SEND_WITHIN } from '../../sending/planned-copy.ts';

interface Skip {
  code: 'LATE' | 'BELOW_MIN';
  sentence: string;
}
interface Part {
  orders: NewOrder[];
  events: BlockEvent[];
  /** Parts of the block that are not closed along, and why. */
  reasons: [positionId: string, sentence: string][];
}
export type ClosingPart = Part & { main: NewOrder };

const LATE: Skip = {
  code: 'LATE',
  sentence: 'The main key closed more than 30 s before that was seen: this part was not closed along with it.',
};
const NOTHING: Part = { orders: [], events: [], reasons: [] };

const takesPart = ({ row, interference, released }: PositionView): boolean =>
  row.ordinal > 0 && row.endedAt === null && !interference && !released;

function belowMin({ pair, deal }: DealContext, quantity: Big): Skip | null {
  const isEnough = quantity.gte(pair.minQuantity) && quantity.times(deal.copyPrice).gte(pair.minNotional);
  if (quantity.gt(0) && isEnough) return null;
  const size = `${grouped(quantity)} ${pair.base}`;
  const least = `${grouped(pair.minNotional)} ${pair.counter}`;
  return {
    code: 'BELOW_MIN',
    sentence: `The main key closed a part. Here that would be ${size}, under the exchange's minimum of ${least}.`,
  };
}

/** One copy's part: the same fraction of what it holds (rule 7), or why not. */
function copyPart(
  deps: ExternalDeps,
  context: DealContext,
  of: { share: Share; copy: PositionView; attempt: number },
): Part {
  const { pair, deal } = context;
  const { share, copy, attempt } = of;
  const now = deps.clock();
  const held = heldBy(copy, pair);
  if (held.lt(pair.step)) return NOTHING;
  const quantity = deps.closingQuantity(pair.step, { held, mainSold: share.sold, mainHeld: share.held });
  const about = { userId: context.userId, blockId: share.view.block.id, positionId: copy.id, at: now };
  const skip = now - deal.madeAt >= SEND_WITHIN ? LATE : belowMin(context, quantity);
  if (skip) {
    const events = [{ ...about, kind: 'skipped', details: { ...skip } }];
    return { orders: [], events, reasons: [[copy.id, skip.sentence]] };
  }
  const common = { leg: 'close', side: deal.order.side, type: 'limit', stopPrice: null } as const;
  const draft = { ...common, price: deal.copyPrice, quantity, attempt };
  const orders = draftRows(share.view, copy, { orders: [draft], asList: false, now, state: 'planned' });
  const events = orders.map((row) => ({ ...about, kind: 'order-written', details: writtenDetails(row) }));
  return { orders, events, reasons: [] };
}

/** What the owner's order is in one block's books, and what its copies do; a target they take over by themselves. */
export function closingPart(deps: ExternalDeps, context: DealContext, share: Share): ClosingPart {
  const { view, main } = share;
  const { id: blockId } = view.block;
  const now = deps.clock();
  const all: Pick<Position, 'orders'>[] = view.positions;
  const attempt = Math.max(...all.map(({ orders }) => nextAttempt(orders, 'close')));
  const row = ownersRow(context, { blockId, positionId: main.id, leg: 'close', attempt, now });
  const copies = context.deal.isTarget ? [] : view.positions.filter(takesPart);
  const made = copies.map((copy) => copyPart(deps, context, { share, copy, attempt }));
  const orders = made.flatMap((part) => part.orders);
  const details = dealDetails(context, context.deal.isTarget ? view.positions.filter(takesPart).length : orders.length);
  const kind = context.deal.isTarget ? 'outside-target' : 'outside-closing';
  const reported = { userId: context.userId, blockId, positionId: main.id, kind, details, at: now };
  return {
    main: row,
    orders,
    events: [reported, ...made.flatMap(({ events }) => events)],
    reasons: made.flatMap(({ reasons }) => reasons),
  };
}
