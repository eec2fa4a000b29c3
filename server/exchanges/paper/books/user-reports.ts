import { fixed } from '../pairs.ts';
import type { Account } from './account.ts';
import type { Execution } from './matching.ts';
import { type Fill, ZERO } from './order.ts';

const NOTHING = fixed(ZERO);

/** What one fill adds to the report; without one, Binance's way of saying none. */
function fillFields(fill: Fill | null) {
  if (!fill) return { l: NOTHING, L: NOTHING, n: '0', N: null, t: -1, m: false, Y: NOTHING };
  return {
    l: fixed(fill.qty),
    L: fixed(fill.price),
    n: fixed(fill.commission),
    N: fill.commissionAsset,
    t: fill.tradeId,
    m: fill.isMaker,
    Y: fixed(fill.qty.times(fill.price)),
  };
}

const conditional = ({ order: { details }, kind }: Execution) => ({
  ...(details.strategyId === undefined ? {} : { j: details.strategyId }),
  ...(details.strategyType === undefined ? {} : { J: details.strategyType }),
  ...(kind === 'EXPIRED' ? { eR: details.expiryReason } : {}),
});

/** The `executionReport` event with every fixed field; on a cancel `c` is the cancel's own id and `C` the order's. */
export function executionReport(execution: Execution, meta: { eventTime: number; executionId: number }) {
  const { order, fill, kind, cancelId = '' } = execution;
  const cancelled = kind === 'CANCELED';
  return {
    e: 'executionReport',
    E: meta.eventTime,
    s: order.pair.symbol,
    c: cancelled ? cancelId : order.clientOrderId,
    S: order.side,
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
    z: fixed(order.executedQty),
    ...fillFields(fill),
    T: order.updateTime,
    I: meta.executionId,
    w: kind === 'NEW' || order.status === 'PARTIALLY_FILLED',
    M: false,
    O: order.time,
    Z: fixed(order.executedQuote),
    Q: fixed(order.quoteOrderQty),
    W: order.time,
    V: order.details.stp,
    ...conditional(execution),
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
