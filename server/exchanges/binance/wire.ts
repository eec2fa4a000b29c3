import { Big } from 'big.js';
import * as z from 'zod/mini';
import type { Balance, Candle, ExchangeOrder, ExchangeOrderState, Fill } from '../exchange.ts';

/** Binance's decimals are texts; they never pass through a float. */
export const amount = z.pipe(
  z.string().check(z.regex(/^-?\d+(\.\d+)?$/)),
  z.transform((text) => new Big(text)),
);
export const id = z.pipe(z.int(), z.transform(String));
export const side = z.pipe(
  z.enum(['BUY', 'SELL']),
  z.transform((name) => (name === 'BUY' ? 'buy' : 'sell')),
);

const STATES = {
  NEW: 'open',
  PENDING_NEW: 'open',
  PENDING_CANCEL: 'open',
  PARTIALLY_FILLED: 'partly-filled',
  FILLED: 'filled',
  CANCELED: 'cancelled',
  REJECTED: 'rejected',
  EXPIRED: 'expired',
  EXPIRED_IN_MATCH: 'expired',
} as const satisfies Record<string, ExchangeOrderState>;

export const state = z.pipe(
  z.enum(Object.keys(STATES) as (keyof typeof STATES)[]),
  z.transform((status): ExchangeOrderState => STATES[status]),
);

const reported = {
  symbol: z.string(),
  orderId: id,
  side,
  price: amount,
  origQty: amount,
  executedQty: amount,
  cummulativeQuoteQty: amount,
  status: state,
};
const Reported = z.object(reported);

const toOrder = (
  report: z.output<typeof Reported>,
  own: { clientOrderId: string; updatedAt: number },
): ExchangeOrder => ({
  symbol: report.symbol,
  exchangeOrderId: report.orderId,
  clientOrderId: own.clientOrderId,
  side: report.side,
  price: report.price,
  quantity: report.origQty,
  filledQuantity: report.executedQty,
  filledCounterQuantity: report.cummulativeQuoteQty,
  state: report.status,
  updatedAt: own.updatedAt,
});

/** The answer to a new order. */
export const PlacedOrder = z.pipe(
  z.object({ ...reported, clientOrderId: z.string(), transactTime: z.int() }),
  z.transform((report) => toOrder(report, { clientOrderId: report.clientOrderId, updatedAt: report.transactTime })),
);

export const QueriedOrder = z.pipe(
  z.object({ ...reported, clientOrderId: z.string(), updateTime: z.int() }),
  z.transform((report) => toOrder(report, { clientOrderId: report.clientOrderId, updatedAt: report.updateTime })),
);

/** In a cancellation `clientOrderId` names the cancellation, `origClientOrderId` the order. */
const CancelReport = z.pipe(
  z.object({ ...reported, origClientOrderId: z.string(), transactTime: z.int() }),
  z.transform((report) => toOrder(report, { clientOrderId: report.origClientOrderId, updatedAt: report.transactTime })),
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

export const AccountBalances = z.pipe(
  z.object({ balances: z.array(z.object({ asset: z.string(), free: amount, locked: amount })) }),
  z.transform((account): Balance[] => account.balances),
);

export const WireCandle = z.pipe(
  z.tuple([z.int(), amount, amount, amount, amount, amount, z.int()], z.unknown()),
  z.transform(([openTime, open, high, low, close, volume, closeTime]): Candle => ({
    openTime,
    closeTime,
    open,
    high,
    low,
    close,
    volume,
  })),
);

/** Undefined for what is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
