import { ZERO } from '#contracts/rules/decimal.ts';
import * as z from 'zod/mini';
import type { ExchangeList, ExchangeOrder, Fill } from '../../exchange.ts';
import type { ExchangeOrderState, OrderTerms } from '../../../domain/market/exchange-order.ts';
import { amount, id, side } from '../binance-messages.ts';

const STATES = {
  NEW: 'open',
  PENDING_NEW: 'pending',
  PENDING_CANCEL: 'open',
  PARTIALLY_FILLED: 'partly-filled',
  FILLED: 'filled',
  CANCELED: 'cancelled',
  REJECTED: 'rejected',
  EXPIRED: 'expired',
  EXPIRED_IN_MATCH: 'expired',
} as const satisfies Record<string, ExchangeOrderState>;

/** Ended because it would have traded with another order of the account: the status alone says why. */
const OWN_MATCH = 'EXPIRED_IN_MATCH';

/** Where an order stands, and why it ended where its status says that. */
export const orderStatus = z.pipe(
  z.enum(Object.keys(STATES) as (keyof typeof STATES)[]),
  z.transform((name): Status => ({ state: STATES[name], reason: name === OWN_MATCH ? name : null })),
);
interface Status {
  state: ExchangeOrderState;
  reason: string | null;
}

/** Binance's names of our types. */
export const WIRE_TYPES = {
  limit: 'LIMIT',
  'limit-maker': 'LIMIT_MAKER',
  market: 'MARKET',
  stop: 'STOP_LOSS',
  'stop-limit': 'STOP_LOSS_LIMIT',
  'take-profit': 'TAKE_PROFIT',
  'take-profit-limit': 'TAKE_PROFIT_LIMIT',
} as const satisfies Record<OrderTerms['type'], string>;
type WireType = (typeof WIRE_TYPES)[OrderTerms['type']];

const OUR_TYPES = Object.fromEntries(Object.entries(WIRE_TYPES).map(([ours, wire]) => [wire, ours])) as Record<
  WireType,
  OrderTerms['type']
>;
export const orderType = z.pipe(
  z.enum(Object.values(WIRE_TYPES)),
  z.transform((name) => OUR_TYPES[name]),
);

/** -1 is no list. */
export const listId = z.pipe(
  z.int(),
  z.transform((number) => (number === -1 ? null : String(number))),
);
/** 0 is no stop price. */
export const stopPrice = z.pipe(
  z.optional(amount),
  z.transform((price) => (price === undefined || price.eq(0) ? null : price)),
);
/** In basis points; left out of an order that does not trail. */
export const trailingDelta = z.optional(z.int());
/** -1, or left out, while an order does not follow the market. */
export const trailingTime = z.optional(z.int());
export const trailingOf = (delta: number | undefined, time: number | undefined): Pick<ExchangeOrder, 'trailing'> =>
  delta === undefined || delta === 0
    ? {}
    : { trailing: { delta, since: time === undefined || time === -1 ? null : time } };
export const reason = z.pipe(
  z.optional(z.string()),
  z.transform((text) => text ?? null),
);

/** Less than 0 says that Binance no longer knows it: so it answers for old orders (rest-api.md, 'Query order'). */
export const counterAmount = z.pipe(
  amount,
  z.transform((sum) => (sum.lt(0) ? null : sum)),
);

const reported = {
  symbol: z.string(),
  orderId: id,
  orderListId: listId,
  side,
  type: orderType,
  price: amount,
  stopPrice,
  trailingDelta,
  trailingTime,
  /** Left out while an OPO's pending order has no size. */
  origQty: z.optional(amount),
  executedQty: amount,
  cummulativeQuoteQty: counterAmount,
  status: orderStatus,
  expiryReason: reason,
};
const Reported = z.object(reported);
type Reported = z.output<typeof Reported>;

/** Never reached the book, so that an OPO's pending order may not have been given a size. */
const UNSIZED: ReadonlySet<ExchangeOrderState> = new Set(['pending', 'cancelled', 'expired', 'rejected']);
export const mayLackSize = (of: ExchangeOrderState): boolean => UNSIZED.has(of);

const sized = z.refine<Pick<Reported, 'status' | 'origQty'>>(
  ({ status: { state }, origQty }) => origQty !== undefined || mayLackSize(state),
);

const toOrder = (
  report: Reported,
  own: Pick<ExchangeOrder, 'clientOrderId' | 'placedAt' | 'updatedAt'>,
): ExchangeOrder => ({
  symbol: report.symbol,
  exchangeOrderId: report.orderId,
  exchangeListId: report.orderListId,
  side: report.side,
  type: report.type,
  price: report.price,
  stopPrice: report.stopPrice,
  ...trailingOf(report.trailingDelta, report.trailingTime),
  quantity: report.origQty ?? ZERO,
  filledQuantity: report.executedQty,
  filledCounterQuantity: report.cummulativeQuoteQty,
  state: report.status.state,
  expiryReason: report.expiryReason ?? report.status.reason,
  ...own,
});

/** The answer to a new order. */
export const PlacedOrder = z.pipe(
  z.object({ ...reported, clientOrderId: z.string(), transactTime: z.int() }).check(sized),
  z.transform((report) => {
    const { clientOrderId, transactTime } = report;
    return toOrder(report, { clientOrderId, placedAt: transactTime, updatedAt: transactTime });
  }),
);

export const QueriedOrder = z.pipe(
  z.object({ ...reported, clientOrderId: z.string(), time: z.optional(z.int()), updateTime: z.int() }).check(sized),
  z.transform((report) => {
    const { clientOrderId, time = null, updateTime } = report;
    return toOrder(report, { clientOrderId, placedAt: time, updatedAt: updateTime });
  }),
);

/** In a cancellation `clientOrderId` names the cancellation, `origClientOrderId` the order. */
const CancelReport = z.pipe(
  z.object({ ...reported, origClientOrderId: z.string(), transactTime: z.int() }).check(sized),
  z.transform((report) => {
    const { origClientOrderId: clientOrderId, transactTime } = report;
    return toOrder(report, { clientOrderId, placedAt: null, updatedAt: transactTime });
  }),
);

/** A list's leg takes its whole list with it, and the answer is the list. */
export const CancelledOrders = z.union([
  z.pipe(
    z.object({ orderReports: z.array(CancelReport) }),
    z.transform((list) => list.orderReports),
  ),
  z.pipe(
    CancelReport,
    z.transform((report) => [report]),
  ),
]);

const LIST_STATES = { EXECUTING: 'open', ALL_DONE: 'done', REJECT: 'rejected' } as const satisfies Record<
  string,
  ExchangeList['state']
>;
const list = {
  symbol: z.string(),
  orderListId: id,
  listClientOrderId: z.string(),
  listOrderStatus: z.pipe(
    z.enum(Object.keys(LIST_STATES) as (keyof typeof LIST_STATES)[]),
    z.transform((status): ExchangeList['state'] => LIST_STATES[status]),
  ),
};
const List = z.object(list);

export const toList = (
  { symbol, orderListId, listClientOrderId, listOrderStatus }: z.output<typeof List>,
  orders: ExchangeOrder[],
): ExchangeList => ({
  symbol,
  exchangeListId: orderListId,
  clientListId: listClientOrderId,
  state: listOrderStatus,
  orders,
});

export const PlacedList = z.pipe(
  z.object({ ...list, orderReports: z.array(PlacedOrder) }),
  z.transform((placed) => toList(placed, placed.orderReports)),
);
export const CancelledList = z.pipe(
  z.object({ ...list, orderReports: z.array(CancelReport) }),
  z.transform((cancelled) => toList(cancelled, cancelled.orderReports)),
);
/** Names its orders, and says nothing of their state. */
export const QueriedList = z.object({
  ...list,
  orders: z.array(z.object({ symbol: z.string(), clientOrderId: z.string() })),
});

export const AccountTrade = z.pipe(
  z.object({
    symbol: z.string(),
    id,
    orderId: id,
    isBuyer: z.boolean(),
    price: amount,
    qty: amount,
    commission: amount,
    commissionAsset: z.string(),
    time: z.int(),
  }),
  z.transform((trade): Fill => ({
    symbol: trade.symbol,
    tradeId: trade.id,
    exchangeOrderId: trade.orderId,
    side: trade.isBuyer ? 'buy' : 'sell',
    price: trade.price,
    quantity: trade.qty,
    commission: trade.commission,
    commissionAsset: trade.commissionAsset,
    tradedAt: trade.time,
  })),
);
