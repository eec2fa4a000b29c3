import { ZERO } from '#contracts/rules/decimal.ts';
import * as z from 'zod/mini';
import type { AccountEvent, Balance, ExchangeOrder, Fill } from '../../exchange.ts';
import {
  counterAmount,
  listId,
  mayLackSize,
  orderStatus,
  orderType,
  reason,
  stopPrice,
  trailingDelta,
  trailingOf,
  trailingTime,
} from '../orders/wire-orders.ts';
import { amount, id, side } from '../binance-messages.ts';

const ExecutionReport = z
  .object({
    s: z.string(),
    c: z.string(),
    C: z.string(),
    S: side,
    o: orderType,
    q: z.optional(amount),
    p: amount,
    P: stopPrice,
    d: trailingDelta,
    D: trailingTime,
    g: listId,
    x: z.string(),
    X: orderStatus,
    i: id,
    l: amount,
    z: amount,
    L: amount,
    n: amount,
    N: z.nullable(z.string()),
    O: z.optional(z.int()),
    T: z.int(),
    t: id,
    Z: counterAmount,
    eR: reason,
  })
  .check(z.refine((report) => report.q !== undefined || mayLackSize(report.X.state)));
type ExecutionReport = z.output<typeof ExecutionReport>;

/** On a cancellation `c` names the cancellation and `C` the order; else `C` is empty. */
const orderOf = (report: ExecutionReport): ExchangeOrder => ({
  symbol: report.s,
  exchangeOrderId: report.i,
  clientOrderId: report.C === '' ? report.c : report.C,
  exchangeListId: report.g,
  side: report.S,
  type: report.o,
  price: report.p,
  stopPrice: report.P,
  ...trailingOf(report.d, report.D),
  quantity: report.q ?? ZERO,
  filledQuantity: report.z,
  filledCounterQuantity: report.Z,
  state: report.X.state,
  expiryReason: report.eR ?? report.X.reason,
  placedAt: report.O ?? null,
  updatedAt: report.T,
});

/** The commission's asset is null only where nothing was charged. */
const fillOf = (report: ExecutionReport): Fill => ({
  symbol: report.s,
  tradeId: report.t,
  exchangeOrderId: report.i,
  side: report.S,
  price: report.L,
  quantity: report.l,
  commission: report.n,
  commissionAsset: report.N ?? '',
  tradedAt: report.T,
});

const AccountPosition = z.pipe(
  z.object({ B: z.array(z.object({ a: z.string(), f: amount, l: amount })) }),
  z.transform(({ B }): Balance[] => B.map(({ a, f, l }) => ({ asset: a, free: f, locked: l }))),
);

/** These say how much came or went, not what there is now. */
const CHANGES = new Set(['balanceUpdate', 'externalLockUpdate']);

/** Undefined for what says nothing new. What can't be read is a gap: the caller compares with the exchange. */
export function readAccountEvent(event: { e: string }): AccountEvent | undefined {
  if (CHANGES.has(event.e)) return { kind: 'balance', balances: [] };
  if (event.e === 'outboundAccountPosition') {
    const position = AccountPosition.safeParse(event);
    return position.success ? { kind: 'balance', balances: position.data } : { kind: 'gap' };
  }
  if (event.e !== 'executionReport') return undefined;
  const report = ExecutionReport.safeParse(event);
  if (!report.success) return { kind: 'gap' };
  const fill = report.data.x === 'TRADE' ? fillOf(report.data) : null;
  return { kind: 'order', order: orderOf(report.data), fill };
}
