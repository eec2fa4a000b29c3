import { ZERO } from '#contracts/rules/decimal.ts';
import type {
  Credentials,
  Exchange,
  ExchangeOrder,
  ListTerms,
  Rejection,
  Unknown,
} from '../../../exchanges/exchange.ts';
import type { OrderTerms, Trigger } from '../../../domain/market/exchange-order.ts';
import { type Drafted, nextAttempt } from '../../../domain/position/entry-orders.ts';
import { newId } from '../../../lib/id.ts';
import type { Leg, OrderFact } from '../../../domain/position/position.ts';
import type { BlockView, PositionView } from '../store/block-view.store.ts';
import type { NewOrder } from '../store/work.store.ts';

/** `TD` and a fresh id: 34 safe characters, recognisable on the exchange, written down before they are sent (M-02). */
const clientIdOf = (id: string): string => `TD${id.replaceAll('-', '')}`;

/** The rows of orders that go out together, each with an id of its own and the next number of its leg. */
export function draftRows(
  { block }: { block: Pick<BlockView['block'], 'userId' | 'id' | 'market' | 'symbol'> & { plan?: number } },
  position: Pick<PositionView, 'id' | 'keyId'> & { orders: readonly Pick<OrderFact, 'leg' | 'attempt'>[] },
  of: { orders: readonly Drafted[]; asList: boolean; now: number; state?: 'planned' | 'sending' },
): NewOrder[] {
  const clientListId = of.asList ? clientIdOf(newId()) : null;
  // What comes with an entry is for all that it brings in: a plan makes its own.
  const plan = of.orders.some(({ leg }) => leg === 'entry') ? 0 : (block.plan ?? 0);
  const before = [...position.orders];
  return of.orders.map((draft) => {
    const id = newId();
    const attempt = draft.attempt ?? nextAttempt(before, draft.leg);
    before.push({ leg: draft.leg, attempt });
    return {
      userId: block.userId,
      id,
      blockId: block.id,
      positionId: position.id,
      keyId: position.keyId,
      market: block.market,
      symbol: block.symbol,
      leg: draft.leg,
      attempt,
      plan,
      target: draft.target ?? null,
      trailingDelta: draft.trailingDelta ?? null,
      clientOrderId: clientIdOf(id),
      clientListId,
      side: draft.side,
      type: draft.type,
      price: draft.price ?? ZERO,
      stopPrice: draft.stopPrice,
      quantity: draft.quantity,
      state: of.state ?? 'sending',
      filledQuantity: ZERO,
      filledCounterQuantity: ZERO,
      placedAt: of.now,
      updatedAt: of.now,
    };
  });
}

/** EX-7: a stop that trails begins at once, wherever its trigger was when it was written down; EX-9: an entry where it says. */
function triggerOf({ leg, stopPrice, trailingDelta }: NewOrder): Trigger {
  if (!trailingDelta) return { stopPrice: stopPrice ?? ZERO };
  return { stopPrice: leg === 'entry' ? (stopPrice ?? null) : null, trailingDelta };
}

function termsOf(row: NewOrder, atOnceOrNever: boolean): OrderTerms {
  const { clientOrderId, symbol, side, quantity, type, price, leg } = row;
  const common = { clientOrderId, symbol, side, quantity, isExit: leg !== 'entry' };
  switch (type) {
    case 'market':
      return { ...common, type };
    case 'stop':
    case 'take-profit':
      return { ...common, type, ...triggerOf(row) };
    case 'stop-limit':
    case 'take-profit-limit':
      return { ...common, type, price, ...triggerOf(row) };
    case 'limit-maker':
      return { ...common, type, price };
    default:
      return { ...common, type: 'limit', price, timeInForce: atOnceOrNever ? 'ioc' : 'gtc' };
  }
}

const legOf = (rows: readonly NewOrder[], leg: Leg) => rows.find((row) => row.leg === leg);

function targetsOf(rows: readonly NewOrder[]) {
  const [takeProfit, stopLoss] = [legOf(rows, 'take-profit'), legOf(rows, 'stop-loss')];
  return {
    takeProfit: takeProfit ? { clientOrderId: takeProfit.clientOrderId, price: takeProfit.price } : null,
    stopLoss: stopLoss
      ? {
          clientOrderId: stopLoss.clientOrderId,
          ...triggerOf(stopLoss),
          price: stopLoss.type === 'stop-limit' ? stopLoss.price : null,
        }
      : null,
  };
}

/** An entry with its targets, or the two targets of what is held. */
function listTerms(rows: readonly NewOrder[]): ListTerms {
  const [first] = rows;
  const entry = legOf(rows, 'entry');
  const { takeProfit, stopLoss } = targetsOf(rows);
  if (!first?.clientListId) throw new Error('These orders are no list.');
  const common = { clientListId: first.clientListId, symbol: first.symbol };
  if (entry) {
    const { clientOrderId, side, quantity, price } = entry;
    return {
      ...common,
      kind: 'opo',
      entry: { clientOrderId, side, quantity, price },
      targets: { takeProfit, stopLoss },
    };
  }
  if (!takeProfit || !stopLoss) throw new Error('A list of targets has both.');
  return { ...common, kind: 'oco', side: first.side, quantity: first.quantity, targets: { takeProfit, stopLoss } };
}

export type Sent = { outcome: 'accepted'; orders: ExchangeOrder[] } | Rejection | Unknown;

/** What was written down before trading was switched off is not sent; an exit is tried again once it is on. */
export const heldBack = (sentence: string): Sent => ({
  outcome: 'rejected',
  code: 0,
  message: 'trading is off',
  sentence,
  retryAfter: 0,
});

/** Sends what is already written down, once. */
export async function sendOrders(
  exchange: Exchange,
  credentials: Credentials,
  { rows, atOnceOrNever }: { rows: readonly NewOrder[]; atOnceOrNever: boolean },
): Promise<Sent> {
  const [first] = rows;
  if (!first) return { outcome: 'accepted', orders: [] };
  if (first.clientListId) {
    const placement = await exchange.placeList(credentials, listTerms(rows));
    return placement.outcome === 'accepted' ? { outcome: 'accepted', orders: placement.list.orders } : placement;
  }
  const placement = await exchange.place(credentials, termsOf(first, atOnceOrNever));
  return placement.outcome === 'accepted' ? { outcome: 'accepted', orders: [placement.order] } : placement;
}

/** What a block's story says of an order before it is sent. */
export const writtenDetails = ({ leg, side, type, price, stopPrice, quantity, clientOrderId }: NewOrder) => ({
  leg,
  side,
  type,
  price: price.toFixed(),
  stopPrice: stopPrice?.toFixed() ?? null,
  quantity: quantity.toFixed(),
  clientOrderId,
});
