import type { listFirings } from '#contracts/firings.ts';
import { PAGE_SIZE } from '#contracts/symbol.ts';
import type * as z from 'zod/mini';
import type { Db } from '../../db/database.ts';
import type { Notifications } from '../notifications/index.ts';
import { readFirings } from './own-firings.store.ts';

export interface Asked {
  userId: string;
  alertId: string;
  page: number;
}

/** When an alert fired, and which notices were sent. Null when there is no such alert. */
export async function readLog(
  { db, deliveriesOf }: { db: Db; deliveriesOf: Notifications['deliveriesOf'] },
  { userId, alertId, page }: Asked,
): Promise<z.output<typeof listFirings.response> | null> {
  const found = await readFirings(db, { owner: userId, alertId }, { offset: page * PAGE_SIZE, limit: PAGE_SIZE });
  if (!found) return null;
  const ids = found.rows.map(({ id }) => id);
  const deliveries = await deliveriesOf(userId, ids);
  return {
    content: found.rows.map(({ id, price, note, crossedAt, firedAt, late, duringBar }) => ({
      id,
      price,
      note,
      crossedAt,
      detectedAt: firedAt,
      late,
      duringBar,
      deliveries: deliveries.get(id) ?? null,
    })),
    totalRecords: found.total,
    pageNumber: page,
    lastPageNumber: Math.max(0, Math.ceil(found.total / PAGE_SIZE) - 1),
  };
}
