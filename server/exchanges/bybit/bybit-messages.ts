import { Big } from 'big.js';
import { max, ZERO } from '#contracts/rules/decimal.ts';
import * as z from 'zod/mini';
import type { Balance, ExchangeOrder, Fill } from '../exchange.ts';
import type { ExchangeOrderState, OrderTerms } from '../../domain/market/exchange-order.ts';
import { amount, blankAmount, msText, optionalAmount } from '../ccxt/wire-values.ts';

/** Whatever is asked for comes in `result`. */
export const result = <T>(inner: z.ZodMiniType<T>) =>
  z.pipe(
    z.object({ result: inner }),
    z.transform((body) => body.result),
  );

/** A page of a list; the cursor is empty on the last one. */
export const page = <T>(item: z.ZodMiniType<T>) =>
  result(z.object({ list: z.array(item), nextPageCursor: z.optional(z.nullable(z.string())) }));

export const side = z.pipe(
  z.enum(['Buy', 'Sell']),
  z.transform((name) => (name === 'Buy' ? 'buy' : 'sell')),
);

const STATES = {
  New: 'open',
  PartiallyFilled: 'partly-filled',
  Untriggered: 'open',
  Triggered: 'open',
  Rejected: 'rejected',
  PartiallyFilledCanceled: 'cancelled',
  Filled: 'filled',
  Cancelled: 'cancelled',
  Deactivated: 'cancelled',
} as const satisfies Record<string, ExchangeOrderState>;

/** No reason, or that it was requested. */
const NO_REASON = new Set(['', 'EC_NoError', 'EC_PerCancelRequest']);

const WireOrder = z.object({
  symbol: z.string(),
  orderId: z.string().check(z.minLength(1)),
  orderLinkId: z.string(),
  side,
  orderType: z.enum(['Market', 'Limit']),
  timeInForce: z.string(),
  price: blankAmount,
  qty: amount,
  marketUnit: z.optional(z.string()),
  cumExecQty: blankAmount,
  cumExecValue: blankAmount,
  orderStatus: z.enum(Object.keys(STATES) as (keyof typeof STATES)[]),
  rejectReason: z.optional(z.string()),
  triggerPrice: z.optional(blankAmount),
  triggerDirection: z.optional(z.int()),
  /** The price when it was placed: REST says it in the one, the stream in the other. */
  basePrice: z.optional(z.string()),
  lastPriceOnCreated: z.optional(z.string()),
  createdTime: z.optional(msText),
  updatedTime: msText,
});
type WireOrder = z.output<typeof WireOrder>;

const isAmount = (text: string | undefined): text is string => /^\d+(\.\d+)?$/.test(text ?? '') && Number(text) > 0;

/** Whether the price must fall to reach the trigger; on spot only the price at the placing says. */
function fallsToTrigger(order: WireOrder, trigger: Big): boolean {
  if (order.triggerDirection === 1 || order.triggerDirection === 2) return order.triggerDirection === 2;
  const then = [order.basePrice, order.lastPriceOnCreated].find(isAmount);
  return then === undefined ? order.side === 'sell' : trigger.lt(new Big(then));
}

function typeOf(order: WireOrder, trigger: Big | null): OrderTerms['type'] {
  const isLimit = order.orderType === 'Limit';
  if (trigger === null) {
    if (!isLimit) return 'market';
    return order.timeInForce === 'PostOnly' ? 'limit-maker' : 'limit';
  }
  const isStop = fallsToTrigger(order, trigger) === (order.side === 'sell');
  if (isStop) return isLimit ? 'stop-limit' : 'stop';
  return isLimit ? 'take-profit-limit' : 'take-profit';
}

function toOrder(wire: WireOrder): ExchangeOrder {
  const trigger = wire.triggerPrice?.gt(0) === true ? wire.triggerPrice : null;
  const reason = NO_REASON.has(wire.rejectReason ?? '') ? null : (wire.rejectReason ?? null);
  const state = STATES[wire.orderStatus];
  return {
    symbol: wire.symbol,
    exchangeOrderId: wire.orderId,
    clientOrderId: wire.orderLinkId,
    exchangeListId: null,
    side: wire.side,
    type: typeOf(wire, trigger),
    price: wire.orderType === 'Market' ? ZERO : wire.price,
    stopPrice: trigger,
    // Sized in counter currency: only what was filled is known.
    quantity: wire.marketUnit === 'quoteCoin' ? wire.cumExecQty : wire.qty,
    filledQuantity: wire.cumExecQty,
    filledCounterQuantity: wire.cumExecValue,
    // Ended by the exchange, not by us: what was left of an IOC, or a post-only order that would have taken.
    state: state === 'cancelled' && reason !== null ? 'expired' : state,
    expiryReason: reason,
    placedAt: wire.createdTime ?? null,
    updatedAt: wire.updatedTime,
  };
}

export const Order = z.pipe(WireOrder, z.transform(toOrder));

/**
 * Free is what no spot order holds, no derivative's margin needs, and is neither borrowed nor a bonus:
 * https://bybit-exchange.github.io/docs/v5/account/wallet-balance (availableToWithdraw, spotBorrow), as of July 2026. Events of older accounts
 * leave `locked` out.
 */
export const WalletCoin = z.pipe(
  z.object({
    coin: z.string(),
    walletBalance: blankAmount,
    locked: optionalAmount,
    totalOrderIM: optionalAmount,
    totalPositionIM: optionalAmount,
    spotBorrow: optionalAmount,
    bonus: optionalAmount,
  }),
  z.transform(({ coin, walletBalance, locked = ZERO, ...bound }): Balance => {
    const others = Object.values(bound).reduce<Big>((sum, part) => sum.plus(part ?? ZERO), ZERO);
    const free = walletBalance.minus(locked).minus(others);
    return { asset: coin, free: max(free, ZERO), locked };
  }),
);

export const Execution = z.object({
  symbol: z.string(),
  execId: z.string().check(z.minLength(1)),
  orderId: z.string(),
  side,
  execPrice: amount,
  execQty: amount,
  execFee: blankAmount,
  feeCurrency: z.optional(z.string()),
  execType: z.string(),
  orderQty: blankAmount,
  leavesQty: blankAmount,
  execTime: msText,
});
export type WireExecution = z.output<typeof Execution>;

/** Funding, settlement and the like are no trades of an order. */
export const isTrade = (execution: WireExecution): boolean => execution.execType === 'Trade';

/**
 * The stream may leave the fee's currency out. It is the currency that came in, but for a maker's rebate the other one:
 * https://bybit-exchange.github.io/docs/v5/enum#spot-fee-currency-instruction
 */
export function toFill(wire: WireExecution, pair: { base: string; counter: string } | undefined): Fill {
  const inBase = (wire.side === 'buy') === wire.execFee.gte(0);
  const byRule = (inBase ? pair?.base : pair?.counter) ?? '';
  return {
    symbol: wire.symbol,
    tradeId: wire.execId,
    exchangeOrderId: wire.orderId,
    side: wire.side,
    price: wire.execPrice,
    quantity: wire.execQty,
    commission: wire.execFee,
    commissionAsset: wire.feeCurrency === undefined || wire.feeCurrency === '' ? byRule : wire.feeCurrency,
    tradedAt: wire.execTime,
  };
}
