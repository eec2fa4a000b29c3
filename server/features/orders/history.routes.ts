import * as z from 'zod/mini';
import { listDeals as listDealsCall, listTags, noteBlock, reportHistory as reportCall } from '#contracts/deals.ts';
import {
  Filter,
  listHistory as listHistoryCall,
  summarizeHistory as summarizeHistoryCall,
} from '#contracts/history.ts';
import { readerOf } from '../../http/bearer.ts';
import { download } from '../../http/download.ts';
import { encoded, serve, type Site } from '../../http/serve.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Orders } from './orders.ts';
import { dealsCsv } from './read/deals-csv.ts';
import { historyCsv } from './read/history-csv.ts';
import { listDeals } from './read/history/list-deals.ts';
import { listHistory } from './read/history/list-history.ts';
import { reportHistory } from './read/history/report-history.ts';
import { summarizeHistory } from './read/history/summarize-history.ts';
import { notesStore } from './store/notes.store.ts';

/** Files, not JSON: outside the contracts, behind the same door. */
function fileRoutes(site: Site, orders: Orders): void {
  site.get('/api/history.csv', async (c) => {
    const person = await readerOf(c, '/api/history.csv');
    return download(c, { name: 'tandem-history.csv', type: 'text/csv' }, historyCsv(orders, person.userId));
  });
  site.get('/api/deals.csv', async (c) => {
    const person = await readerOf(c, '/api/deals.csv');
    const query = z.safeDecode(Filter, c.req.query());
    if (!query.success)
      throw new Refusal('malformed', query.error.issues[0]?.message ?? 'These filters are not known.');
    return download(c, { name: 'tandem-deals.csv', type: 'text/csv' }, dealsCsv(orders, person.userId, query.data));
  });
}

export function historyRoutes(site: Site, orders: Orders): void {
  serve(site, listHistoryCall, async ({ c, person, query }) =>
    encoded(c, await listHistory(orders, person.userId, query)),
  );
  serve(site, summarizeHistoryCall, ({ person, query }) => summarizeHistory(orders, person.userId, query));
  serve(site, listDealsCall, ({ person, query }) => listDeals(orders, person.userId, query));
  serve(site, reportCall, ({ person, query }) => reportHistory(orders, person.userId, query));
  serve(site, listTags, async ({ person }) => ({ tags: await notesStore(orders.db, person.userId).tags() }));
  serve(site, noteBlock, async ({ person, params, json }) => {
    const noted = { tags: [...new Set(json.tags)], note: json.note.trim() };
    if (!(await notesStore(orders.db, person.userId).upsert(params.blockId, noted, orders.clock())))
      throw new Refusal('not-found', 'There is no such block.');
    return noted;
  });
  fileRoutes(site, orders);
}
