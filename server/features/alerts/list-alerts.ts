import * as z from 'zod/mini';
import { Alert, type listAlerts } from '#contracts/alerts.ts';
import type { QueryOf } from '#contracts/endpoint.ts';
import { PAGE_SIZE } from '#contracts/symbol.ts';
import type { Db } from '../../db/database.ts';
import { keptRows } from '../../db/kept-rows.ts';
import { presentAlert } from './alerts.presenter.ts';
import { type AlertRow, alertsStore } from './alerts.store.ts';

/** An alert takes some 400 bytes. */
const MOST = 5_000;

const encode = (row: AlertRow): string => JSON.stringify(z.encode(Alert, presentAlert(row)));

/** Alerts newest first, ten a page, as JSON text. An alert is encoded anew when its row has changed. */
export function alertList(db: Db) {
  const texts = keptRows({
    read: async (userId, ids) =>
      (await alertsStore(db, userId).byIds(ids)).map((row) => ({ id: row.id, json: encode(row) })),
    idOf: ({ id }) => id,
    most: MOST,
  });
  return async (userId: string, query: QueryOf<typeof listAlerts>): Promise<string> => {
    const page = query.page ?? 0;
    const search = (query.symbol ?? '').trim().toLowerCase().replaceAll('/', '_');
    const filter = { market: query.market, favorite: query.favorite, search, offset: page * PAGE_SIZE };
    const { found, total } = await alertsStore(db, userId).page({ ...filter, limit: PAGE_SIZE });
    const content = (await texts(userId, found)).map(({ json }) => json);
    const last = Math.max(0, Math.ceil(total / PAGE_SIZE) - 1);
    return `{"content":[${content.join(',')}],"totalRecords":${total},"pageNumber":${page},"lastPageNumber":${last},"error":null}`;
  };
}
