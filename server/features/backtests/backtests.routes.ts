import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import * as z from 'zod/mini';
import {
  addDataFile,
  getBacktest,
  listBacktests,
  listDataFiles,
  previewBacktest,
  removeBacktest,
  removeDataFile,
  startBacktest,
} from '#contracts/backtests.ts';
import { MOST_BARS } from '#contracts/rules/backtest-limits.ts';
import { download } from '../../http/download.ts';
import { encoded, serve, type Site } from '../../http/serve.ts';
import { Refusal } from '../../lib/errors.ts';
import { addFile, presentFile } from './prices/add-file.ts';
import { candleChunksStore } from './prices/candle-chunks.store.ts';
import { dataFilesStore } from './prices/data-files.store.ts';
import { pastBars } from './prices/past-bars.ts';
import type { BacktestDeps } from './deps.ts';
import { presentBacktest } from './runs/present-backtest.ts';
import { backtestsStore } from './runs/backtests.store.ts';
import { previewRuns } from './runs/preview-run.ts';
import { CHANGED, startRun } from './runs/start-run.ts';

const inflate = promisify(inflateRaw);
/** The sentence about prices that are not fit for a run; any other error is thrown. */
function unfit(error: unknown): string {
  if (error instanceof Refusal && error.code === 'unprocessable') return error.message;
  throw error;
}

/** Where what was kept goes: at the end, behind all that a person wrote. */
const EMPTY = { search: /"search":null(?=,"report":null\}$)/, report: /"report":null(?=\}$)/ };

const ENDED = 'This run ended before you stopped it. It stays in your list.';
const gone = (): Refusal => new Refusal('not-found', 'There is no such run.');

function fileRoutes(site: Site, deps: BacktestDeps): void {
  const { db } = deps;
  /** One file of a person at a time: each is held in memory while it is read. */
  const sending = new Set<string>();

  serve(site, listDataFiles, async ({ person: { userId } }) => {
    const rows = await dataFilesStore(db, userId).all();
    return { content: rows.map(presentFile) };
  });

  serve(site, addDataFile, async ({ c, person: { userId }, query }) => {
    if (sending.has(userId)) throw new Refusal('conflict', 'Another of your files is being read. Wait a moment.');
    sending.add(userId);
    try {
      const content = Buffer.from(await c.req.arrayBuffer());
      return { error: null, file: await addFile(deps, userId, { ...query, content, checksum: query.checksum }) };
    } catch (error) {
      return { error: unfit(error), file: null };
    } finally {
      sending.delete(userId);
    }
  });

  serve(site, removeDataFile, async ({ person: { userId }, params: { fileId } }) => {
    if (!(await dataFilesStore(db, userId).remove(fileId))) throw new Refusal('not-found', 'There is no such file.');
    return { error: null };
  });
}

function reportRoutes(site: Site, deps: BacktestDeps): void {
  const { db, markets } = deps;
  serve(site, getBacktest, async ({ c, person: { userId }, params: { backtestId } }) => {
    const row = await backtestsStore(db, userId).find(backtestId);
    if (!row) throw gone();
    // The report goes out as it was kept: the same bytes each time.
    const answer = JSON.stringify(
      z.encode(getBacktest.response, { ...presentBacktest(row, markets), search: null, report: null }),
    );
    const name = row.request.search ? 'search' : 'report';
    return encoded(c, row.report === null ? answer : answer.replace(EMPTY[name], () => `"${name}":${row.report}`));
  });

  // A file, not JSON: outside the contracts, behind the same door.
  site.get('/api/backtests/:backtestId/deals.csv', async (c) => {
    const { person } = c.var;
    if (!person) throw new Refusal('not-signed-in', 'Sign in first.');
    const id = z.safeParse(z.uuid(), c.req.param('backtestId'));
    const store = backtestsStore(db, person.userId);
    if (!id.success || !(await store.has(id.data))) throw gone();
    const deals = await store.deals(id.data);
    if (!deals) throw new Refusal('not-found', 'This run has no report, so there are no deals.');
    async function* text() {
      yield (await inflate(deals ?? Buffer.alloc(0))).toString();
    }
    return download(c, { name: 'tandem-backtest-deals.csv', type: 'text/csv' }, text());
  });
}

export function backtestsRoutes(site: Site, deps: BacktestDeps): void {
  const { db, clock, bus, live, markets } = deps;
  const past = pastBars({ ...deps, chunks: candleChunksStore(db) });
  const preview = previewRuns({ ...deps, past });
  // Before those that name a run.
  fileRoutes(site, deps);

  serve(site, previewBacktest, ({ person: { userId }, json }) => preview(userId, json));

  serve(site, listBacktests, async ({ person: { userId } }) => {
    const rows = await backtestsStore(db, userId).all();
    return { content: rows.map((row) => presentBacktest(row, markets)), mostBars: MOST_BARS } as const;
  });

  serve(site, startBacktest, ({ person: { userId }, json }) =>
    startRun({ ...deps, past }, userId, json).catch((error: unknown) => ({ error: unfit(error), backtestId: null })),
  );

  serve(site, removeBacktest, async ({ person: { userId }, params: { backtestId }, query: { stopOnly } }) => {
    const store = backtestsStore(db, userId);
    const stopped = await store.stop(backtestId, clock());
    if (stopped !== null) {
      bus.publish(CHANGED, backtestId);
      live.toUser(userId, { topic: 'backtest', body: { backtestId, state: stopped, progress: 1 } });
    } else if (stopOnly) throw (await store.has(backtestId)) ? new Refusal('conflict', ENDED) : gone();
    else if (!(await store.remove(backtestId))) throw gone();
    return { error: null };
  });

  reportRoutes(site, deps);
}
