import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { orders } from '../../../db/schema/orders.ts';
import type { FreeSlots } from '../../../domain/exit-plan/stop-slots.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { LIVE_STATES } from '../../../domain/position/order-state.ts';

const TRIGGERED = new Set<string>(['stop', 'stop-limit', 'take-profit', 'take-profit-limit']);

interface Of {
  userId: string;
  keyId: string;
  symbol: string;
  /** Its own orders make way for what is placed instead. */
  positionId: string;
}

const left = (most: number | null, used: number): number | null => (most === null ? null : Math.max(most - used, 0));

/** EX-5: what the exchange still takes of a key on a pair, by the orders that are known here. */
export async function freeSlots(db: Db, { limits, lists }: ExchangePair, of: Of): Promise<FreeSlots> {
  if (limits.algoOrders === null && limits.orderLists === null && lists.has('oco'))
    return { algoOrders: null, orderLists: null };
  const others = await db
    .select({ type: orders.type, list: orders.clientListId })
    .from(orders)
    .where(
      and(
        eq(orders.userId, of.userId),
        eq(orders.keyId, of.keyId),
        eq(orders.symbol, of.symbol),
        inArray(orders.state, LIVE_STATES),
        ne(orders.positionId, of.positionId),
      ),
    );
  const triggered = others.filter(({ type }) => TRIGGERED.has(type)).length;
  const listed = new Set(others.map(({ list }) => list).filter((list) => list !== null)).size;
  return {
    algoOrders: left(limits.algoOrders, triggered),
    orderLists: lists.has('oco') ? left(limits.orderLists, listed) : 0,
  };
}
