import { and, eq } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { fills } from '../../../db/schema/orders.ts';
import type { OrderRow } from './block-view.store.ts';

/** The trades that are known of an order. */
export const fillsOf = (db: Db, { userId, id }: Pick<OrderRow, 'userId' | 'id'>) =>
  db
    .select({ quantity: fills.quantity, price: fills.price })
    .from(fills)
    .where(and(eq(fills.userId, userId), eq(fills.orderId, id)));
