import { fixed } from '../pairs.ts';
import type { Account } from './account.ts';
import type { Execution } from './matching.ts';
import { type OrderSide, ZERO } from './order.ts';

const NOTHING = fixed(ZERO);

/** The `executionReport` event: every fixed field, in the order of Binance's document. */
export function executionReport(execution: Execution, meta: { eventTime: number; executionId: number }) {
  const { order, fill, kind, cancelId } = execution;
  const cancelled = kind === 'CANCELED';
  return {
    e: 'executionReport',
    E: meta.eventTime,
    s: order.pair.symbol,
    c: cancelled ? (cancelId ?? '') : order.clientOrderId,
    S: order.side satisfies OrderSide,
    o: order.type,
    f: order.timeInForce,
    q: fixed(order.quantity),
    p: fixed(order.price),
    P: NOTHING,
    F: NOTHING,
    g: -1,
    C: cancelled ? order.clientOrderId : '',
    x: kind,
    X: order.status,
    r: 'NONE',
    i: order.orderId,
    l: fixed(fill?.qty ?? ZERO),
    z: fixed(order.executedQty),
    L: fixed(fill?.price ?? ZERO),
    n: fill ? fixed(fill.commission) : '0',
    N: fill?.commissionAsset ?? null,
    T: order.updateTime,
    t: fill?.tradeId ?? -1,
    I: meta.executionId,
    w: kind === 'NEW' || order.status === 'PARTIALLY_FILLED',
    m: fill?.isMaker ?? false,
    M: false,
    O: order.time,
    Z: fixed(order.executedQuote),
    Y: fixed(fill ? fill.qty.times(fill.price) : ZERO),
    Q: fixed(order.quoteOrderQty),
    W: order.time,
    V: order.details.stp,
    ...(order.details.strategyId === undefined ? {} : { j: order.details.strategyId }),
    ...(order.details.strategyType === undefined ? {} : { J: order.details.strategyType }),
    ...(kind === 'EXPIRED' ? { eR: order.details.expiryReason } : {}),
  };
}

/** The assets that an event may have changed, as they stand. */
export function accountPosition(account: Account, assets: readonly string[], eventTime: number) {
  return {
    e: 'outboundAccountPosition',
    E: eventTime,
    u: account.updateTime,
    B: assets.map((asset) => {
      const held = account.holdings.get(asset);
      return { a: asset, f: fixed(held?.free ?? ZERO), l: fixed(held?.locked ?? ZERO) };
    }),
  };
}
