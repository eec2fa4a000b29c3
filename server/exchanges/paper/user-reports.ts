import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { Account } from '../../domain/matching/model/matching-account.ts';
import { fixed } from '../../domain/matching/model/amount.ts';
import type { Execution } from '../../domain/matching/model/execution.ts';
import { ordersOf } from '../../domain/matching/model/order-list.ts';
import type { Fill, OrderList } from '../../domain/matching/model/order.ts';

/** An event of the user data stream. */
export type UserEvent = { e: string; [field: string]: unknown };

const ZERO_AMOUNT = fixed(ZERO);

/** What one fill adds to the report; without one, Binance's values for none. */
function fillFields(fill: Fill | null) {
  if (!fill) return { l: ZERO_AMOUNT, L: ZERO_AMOUNT, n: '0', N: null, t: -1, m: false, Y: ZERO_AMOUNT };
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

/** Fields that only some orders have. */
function conditional({ order, kind, prevention }: Execution) {
  const { details, workingTime, preventedQty, pair } = order;
  const ends = order.status === 'EXPIRED' && kind === 'EXPIRED';
  return {
    ...(details.trailingDelta === undefined ? {} : { d: details.trailingDelta }),
    ...(details.trail === undefined ? {} : { D: details.trail.since }),
    ...(details.strategyId === undefined ? {} : { j: details.strategyId }),
    ...(details.strategyType === undefined ? {} : { J: details.strategyType }),
    ...(workingTime === null ? {} : { W: workingTime }),
    ...(ends ? { eR: details.expiryReason } : {}),
    ...(prevention
      ? {
          v: prevention.matchId,
          A: fixed(preventedQty),
          B: fixed(prevention.expired),
          u: prevention.matchId,
          U: prevention.counterOrderId,
          Cs: pair.symbol,
          pl: fixed(prevention.qty),
          pL: fixed(prevention.price),
          pY: fixed(prevention.qty.times(prevention.price)),
        }
      : {}),
  };
}

const isOnBook = ({ kind, order }: Execution): boolean =>
  order.workingTime !== null && (kind === 'NEW' || kind === 'WORKING' || order.status === 'PARTIALLY_FILLED');

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
    P: fixed(order.stopPrice),
    F: ZERO_AMOUNT,
    g: order.list?.orderListId ?? -1,
    C: cancelled ? order.clientOrderId : '',
    x: kind === 'WORKING' ? 'NEW' : kind,
    X: order.status,
    r: 'NONE',
    i: order.orderId,
    z: fixed(order.executedQty),
    ...fillFields(fill),
    T: order.updateTime,
    I: meta.executionId,
    w: isOnBook(execution),
    M: false,
    O: order.time,
    Z: fixed(order.executedQuote),
    Q: fixed(order.quoteOrderQty),
    V: order.details.stp,
    ...conditional(execution),
  };
}

const LIST_STATUS_TYPES = { EXECUTING: 'EXEC_STARTED', ALL_DONE: 'ALL_DONE', REJECT: 'RESPONSE' } as const;

/** The `listStatus` event. */
export const listStatus = (list: OrderList, eventTime: number) => ({
  e: 'listStatus',
  E: eventTime,
  s: list.pair.symbol,
  g: list.orderListId,
  c: list.contingency,
  l: LIST_STATUS_TYPES[list.status],
  L: list.status,
  r: 'NONE',
  C: list.clientListId,
  T: eventTime,
  O: ordersOf(list).map(({ pair, orderId, clientOrderId }) => ({ s: pair.symbol, i: orderId, c: clientOrderId })),
});

/** The `balanceUpdate` event: a deposit or a withdrawal. */
export const balanceUpdate = (of: { asset: string; delta: Big; time: number }, eventTime: number) => ({
  e: 'balanceUpdate',
  E: eventTime,
  a: of.asset,
  d: fixed(of.delta),
  T: of.time,
});

/** The balances of the assets that an event may have changed. */
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
