import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { CarriedTrade } from '../../../domain/averaging/carried.ts';
import type { FillFact, OrderFact } from '../../../domain/position/position.ts';
import type { orderBlocks, orders, positions } from '../../../db/schema/orders.ts';

type BlockRow = typeof orderBlocks.$inferSelect;
type PositionRow = typeof positions.$inferSelect;
type OrderRow = typeof orders.$inferSelect;

const sumOf = (trades: readonly CarriedTrade[], of: 'quantity' | 'counter'): Big =>
  trades.reduce((total, trade) => total.plus(trade[of]), ZERO);

/** Of an entry that other blocks have traded: no order of it was ever sent, and none is stored. */
function entryRow({ row, block, trades }: { row: PositionRow; block: BlockRow; trades: readonly CarriedTrade[] }) {
  const { userId, id, blockId, keyId, createdAt, updatedAt, price, quantity } = row;
  const { market, symbol, section } = block;
  const facts: OrderFact = {
    id,
    leg: 'entry',
    attempt: 1,
    clientOrderId: '',
    clientListId: null,
    isExternal: false,
    externalClientId: null,
    externalListId: null,
    exchangeOrderId: null,
    side: section,
    type: 'limit',
    price,
    stopPrice: null,
    quantity,
    state: 'filled',
    reason: null,
    filledQuantity: sumOf(trades, 'quantity'),
    filledCounterQuantity: sumOf(trades, 'counter'),
    cancelAsked: false,
    expiryReason: null,
    placedAt: createdAt,
    filledAt: trades.length > 0 ? Math.max(...trades.map(({ tradedAt }) => tradedAt)) : null,
    updatedAt,
  };
  const { isExternal: external, ...stored } = facts;
  const placed = { plan: 0, target: null, trailingDelta: null, external };
  const order: OrderRow = { ...stored, ...placed, userId, blockId, positionId: id, keyId, market, symbol };
  return { ...facts, row: order };
}

interface TakenOver {
  orders: (OrderFact & { row: OrderRow })[];
  fills: FillFact[];
  awaited?: number;
}

/** The entry and trades that a position took over from other blocks, and how many are still to come. */
export function takenOver(row: PositionRow, block: BlockRow): TakenOver {
  if (row.carried === null) return { orders: [], fills: [] };
  const trades = row.carried.flatMap((part) => part.trades);
  return {
    awaited: row.awaits.length,
    orders: [entryRow({ row, block, trades })],
    fills: trades.map((trade) => Object.assign({ orderId: row.id }, trade)),
  };
}
