import { ZERO } from '#contracts/rules/decimal.ts';
import type { ListDraft } from '../matching/model/order-list.ts';
import type { OrderType } from '../matching/model/order-type.ts';
import type { Draft } from '../matching/model/order.ts';
import type { Pair } from '../matching/model/pair.ts';
import type { OrderFact } from '../position/position.ts';

const TYPES: Record<OrderFact['type'], OrderType> = {
  limit: 'LIMIT',
  'limit-maker': 'LIMIT_MAKER',
  market: 'MARKET',
  stop: 'STOP_LOSS',
  'stop-limit': 'STOP_LOSS_LIMIT',
  'take-profit': 'TAKE_PROFIT',
  'take-profit-limit': 'TAKE_PROFIT_LIMIT',
};

/** An order of a block as the matching takes it. */
export function draftOf(order: OrderFact, pair: Pair): Draft {
  const { side, type, price, stopPrice, quantity, clientOrderId, trailingDelta } = order;
  return {
    pair,
    side: side === 'buy' ? 'BUY' : 'SELL',
    type: TYPES[type],
    timeInForce: 'GTC',
    quantity,
    quoteOrderQty: ZERO,
    price,
    stopPrice: trailingDelta ? ZERO : (stopPrice ?? ZERO),
    clientOrderId,
    details: { stp: 'EXPIRE_MAKER', ...(trailingDelta && { trailingDelta }) },
  };
}

/** An entry with its exits, which get what it brings in; or the two exits of what is held. */
export function listOf(orders: readonly OrderFact[], of: Pick<ListDraft, 'pair' | 'clientListId'>): ListDraft {
  const entry = orders.find(({ leg }) => leg === 'entry');
  const exits = orders.filter((order) => order !== entry);
  const { pair } = of;
  const legs = exits.length > 1 ? pairOf(exits, pair) : exits.map((order) => draftOf(order, pair));
  return { ...of, working: entry ? draftOf(entry, pair) : null, legs, paysLegs: entry !== undefined };
}

/** The order below before the one above: of a purchase its stop, then its take profit, which only rests. */
function pairOf(orders: readonly OrderFact[], pair: Pair): Draft[] {
  const drafts = orders.map((order) => draftOf(order, pair));
  for (const draft of drafts) if (draft.type === 'LIMIT') draft.type = 'LIMIT_MAKER';
  return drafts.toSorted((one, other) => Number(one.type === 'LIMIT_MAKER') - Number(other.type === 'LIMIT_MAKER'));
}
