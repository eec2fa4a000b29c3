import { ZERO } from '#contracts/rules/decimal.ts';
import * as z from 'zod/mini';
import type { ExchangeOrder, Fill } from '../exchange.ts';
import type { ExchangeOrderState, OrderTerms } from '../../domain/market/exchange-order.ts';
import { amount, blankAmount, isoTime, optionalAmount } from '../ccxt/wire-values.ts';

/** 'XRP-USD' is XRPUSD here, as every exchange's pairs are named. */
export const symbolOf = (productId: string): string => productId.replace('-', '');

const side = z.pipe(
  z.enum(['BUY', 'SELL']),
  z.transform((name) => (name === 'BUY' ? 'buy' : 'sell')),
);

const STATES = {
  PENDING: 'open',
  OPEN: 'open',
  QUEUED: 'open',
  CANCEL_QUEUED: 'open',
  EDIT_QUEUED: 'open',
  FILLED: 'filled',
  CANCELLED: 'cancelled',
  EXPIRED: 'expired',
  FAILED: 'rejected',
} as const satisfies Record<string, ExchangeOrderState>;

const Configuration = z.object({
  base_size: optionalAmount,
  limit_price: optionalAmount,
  post_only: z.optional(z.boolean()),
  stop_price: optionalAmount,
  stop_direction: z.optional(z.string()),
});
type Configuration = z.output<typeof Configuration>;
const NO_CONFIGURATION = Configuration.parse({});

const WireOrder = z.object({
  order_id: z.string().check(z.minLength(1)),
  client_order_id: z.string(),
  product_id: z.string(),
  side,
  status: z.enum(Object.keys(STATES) as (keyof typeof STATES)[]),
  /** One entry, named for the kind of order. */
  order_configuration: z.record(z.string(), z.nullable(Configuration)),
  time_in_force: z.optional(z.string()),
  filled_size: blankAmount,
  filled_value: blankAmount,
  created_time: isoTime,
  last_fill_time: z.optional(z.nullable(isoTime)),
  last_update_time: z.optional(z.nullable(isoTime)),
  reject_message: z.optional(z.string()),
  cancel_message: z.optional(z.string()),
});
type WireOrder = z.output<typeof WireOrder>;

function typeOf(
  order: WireOrder,
  { limit_price, post_only, stop_price, stop_direction }: Configuration,
): OrderTerms['type'] {
  if (limit_price === undefined) return 'market';
  if (stop_price === undefined) return post_only === true ? 'limit-maker' : 'limit';
  const falls = stop_direction === 'STOP_DIRECTION_STOP_DOWN';
  return falls === (order.side === 'sell') ? 'stop-limit' : 'take-profit-limit';
}

/** What such an order could not trade at once is ended by Coinbase, not by its owner. */
const AT_ONCE = new Set(['IMMEDIATE_OR_CANCEL', 'FILL_OR_KILL']);

function stateOf(order: WireOrder): ExchangeOrderState {
  const state = STATES[order.status];
  if (state === 'cancelled' && AT_ONCE.has(order.time_in_force ?? '')) return 'expired';
  return state === 'open' && order.filled_size.gt(0) ? 'partly-filled' : state;
}

function toOrder(wire: WireOrder): ExchangeOrder {
  const configuration = Object.values(wire.order_configuration).find((one) => one !== null) ?? NO_CONFIGURATION;
  const state = stateOf(wire);
  const words = [wire.reject_message, wire.cancel_message].find((text) => text !== undefined && text !== '');
  return {
    symbol: symbolOf(wire.product_id),
    exchangeOrderId: wire.order_id,
    clientOrderId: wire.client_order_id,
    exchangeListId: null,
    side: wire.side,
    type: typeOf(wire, configuration),
    price: configuration.limit_price ?? ZERO,
    stopPrice: configuration.stop_price ?? null,
    // Sized in counter currency: only what was filled is known.
    quantity: configuration.base_size ?? wire.filled_size,
    filledQuantity: wire.filled_size,
    filledCounterQuantity: wire.filled_value,
    state,
    expiryReason: state === 'expired' || state === 'rejected' ? (words ?? null) : null,
    placedAt: wire.created_time,
    updatedAt: Math.max(wire.created_time, wire.last_fill_time ?? 0, wire.last_update_time ?? 0),
  };
}

export const Order = z.pipe(WireOrder, z.transform(toOrder));

const WireFill = z.object({
  trade_id: z.string().check(z.minLength(1)),
  order_id: z.string(),
  product_id: z.string(),
  trade_time: isoTime,
  trade_type: z.string(),
  price: amount,
  size: amount,
  size_in_quote: z.optional(z.boolean()),
  commission: blankAmount,
  side,
});
type WireFill = z.output<typeof WireFill>;

/** Fees are paid in the counter currency, whichever side. */
function toFill(wire: WireFill): Fill {
  const [, counter = ''] = wire.product_id.split('-');
  return {
    symbol: symbolOf(wire.product_id),
    tradeId: wire.trade_id,
    exchangeOrderId: wire.order_id,
    side: wire.side,
    price: wire.price,
    quantity: wire.size_in_quote === true ? wire.size.div(wire.price) : wire.size,
    commission: wire.commission,
    commissionAsset: counter,
    tradedAt: wire.trade_time,
  };
}

/** Reversals and corrections are no trades of ours; undefined for those. */
export const FillEntry = z.pipe(
  WireFill,
  z.transform((wire) => (wire.trade_type === 'FILL' ? toFill(wire) : undefined)),
);
