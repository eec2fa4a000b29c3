import * as z from 'zod/mini';
import { listCopyDeals } from '#contracts/copying.ts';
import { listHistory as listHistoryCall, summarizeHistory as summarizeHistoryCall } from '#contracts/history.ts';
import {
  changeTargets,
  closeFilled,
  closeTargeted,
  listBlockEvents,
  listOrderBlocks,
  placeFirstOrder,
  previewOrder,
  removeFirstOrder,
  removeTargets as removeTargetsCall,
  retryCopy as retryCopyCall,
  setTargets as setTargetsCall,
  settleInterference as settleInterferenceCall,
} from '#contracts/orders.ts';
import { download } from '../../http/download.ts';
import { serve, type Site } from '../../http/serve.ts';
import { Refusal } from '../../lib/errors.ts';
import { onceOnly } from './entry/once-only.ts';
import { placeOrder } from './entry/place-order.ts';
import { preview } from './entry/preview-order.ts';
import { listHistory } from './history/list-history.ts';
import { summarizeHistory } from './history/summarize-history.ts';
import type { Orders } from './index.ts';
import { entryOf } from './life/fold.ts';
import { dealNotes } from './note-deals.ts';
import { copyDeals } from './rows/copy-deals.ts';
import { historyCsv } from './rows/history-csv.ts';
import { listBlocks } from './rows/list-blocks.ts';
import { listEvents } from './rows/list-events.ts';
import { blockPresenter, presentBlock } from './rows/present-block.ts';
import { type BlockView, readView } from './store/block-view.store.ts';
import { closeBlock, type Ended, removeBlock } from './wishes/end-block.ts';
import { removeTargets, setTargets, type Targeted } from './wishes/set-targets.ts';
import { retryCopy, type Settled, settleInterference } from './wishes/settle-position.ts';

const LOST_ANSWER =
  'The exchange did not answer. The order may have been placed: it is being looked up, and its row shows what became of it.';

/** What an order call is answered, as it is kept for the same call again. */
type Answered = { said: z.input<typeof placeFirstOrder.response> } | { unknown: string };

function entryRoutes(site: Site, orders: Orders): void {
  const { db } = orders;
  const notes = dealNotes(orders);
  const needs = { ...orders, feeOf: orders.engine.around.feeOf };

  async function place(userId: string, wanted: Parameters<typeof placeOrder>[2]): Promise<Answered> {
    const outcome = await placeOrder(orders, userId, wanted);
    if (outcome.outcome === 'unknown') {
      notes.placed(userId, wanted, { blockId: outcome.blockId, unsure: true });
      return { unknown: outcome.blockId };
    }
    const nothing = { userId, orderBlock: null, connectorName: null, inGroup: null };
    if (outcome.outcome === 'refused')
      return { said: z.encode(placeFirstOrder.response, { ...nothing, error: outcome.error }) };
    const { view, position } = outcome;
    notes.placed(userId, wanted, { blockId: view.block.id, unsure: false });
    const orderBlock = blockPresenter(needs, view)(position);
    const answer = { userId, orderBlock, connectorName: position.keyName, inGroup: false, error: null };
    return { said: z.encode(placeFirstOrder.response, answer) };
  }

  serve(site, placeFirstOrder, async ({ c, person: { userId }, params, json }) => {
    const request = { key: c.req.header('idempotency-key') ?? null, body: JSON.stringify({ ...params, ...json }) };
    const work = () => place(userId, { ...json, section: params.section });
    /** An order whose answer was lost: as long as it may exist, it is not placed again. */
    const holds = async (answered: Answered) => {
      if ('said' in answered) return true;
      const view = await readView(db, { userId, blockId: answered.unknown });
      const main = view?.positions[0];
      return (main && entryOf(main)?.state) !== 'rejected';
    };
    const answered = await onceOnly(orders, userId, { request, work, holds });
    if ('unknown' in answered) throw new Refusal('exchange-failed', LOST_ANSWER);
    return z.decode(placeFirstOrder.response, answered.said);
  });

  serve(site, previewOrder, ({ person, params, json }) =>
    preview(orders, person.userId, { ...json, section: params.section }),
  );
}

const rowsOf = (orders: Orders, view: BlockView | null) =>
  view ? presentBlock({ ...orders, feeOf: orders.engine.around.feeOf }, view) : [];

function targetRoutes(site: Site, orders: Orders): void {
  const notes = dealNotes(orders);
  const noted = (done: Targeted): Targeted => {
    if (done.errorMessage === null && done.view) notes.targetsChanged(done.view);
    return done;
  };
  const targets = ({ errorMessage, view, failed }: Targeted) => ({
    errorMessage,
    orderBlocks: rowsOf(orders, view),
    failed,
  });
  serve(site, setTargetsCall, async ({ person, json }) =>
    targets(noted(await setTargets(orders, person.userId, { wished: json, changes: false }))),
  );
  serve(site, changeTargets, async ({ person, json }) =>
    targets(noted(await setTargets(orders, person.userId, { wished: json, changes: true }))),
  );
  serve(site, removeTargetsCall, async ({ person, json }) => {
    const { errorMessage, failed } = noted(await removeTargets(orders, person.userId, json.blockId));
    return { errorMessage, failed };
  });
}

function endRoutes(site: Site, orders: Orders): void {
  const notes = dealNotes(orders);
  const closed = (ended: Ended) => {
    if (ended.error !== null) return { error: ended.error, orderBlocks: [], failed: [] };
    const { view, failed } = ended.changed;
    notes.closed(view);
    return { error: null, orderBlocks: rowsOf(orders, view), failed };
  };
  serve(site, closeFilled, async ({ person, json }) =>
    closed(await closeBlock(orders, person.userId, { blockId: json.blockId, targeted: false })),
  );
  serve(site, closeTargeted, async ({ person, json }) =>
    closed(await closeBlock(orders, person.userId, { blockId: json.blockId, targeted: true })),
  );
  serve(site, removeFirstOrder, async ({ person, json }) => {
    const ended = await removeBlock(orders, person.userId, json.blockId);
    if (ended.error === null) notes.removed(ended.changed.view);
    return { error: ended.error };
  });
}

function settleRoutes(site: Site, orders: Orders): void {
  const needs = { ...orders, feeOf: orders.engine.around.feeOf };
  const notes = dealNotes(orders);
  const settled = (outcome: Settled) =>
    outcome.error === null
      ? { error: null, orderBlock: blockPresenter(needs, outcome.view)(outcome.position) }
      : { error: outcome.error, orderBlock: null };
  serve(site, retryCopyCall, async ({ person, json }) => {
    const outcome = await retryCopy(orders, person.userId, json);
    if (outcome.error === null) notes.retried(outcome.view, outcome.position);
    return settled(outcome);
  });
  serve(site, settleInterferenceCall, async ({ person, json }) =>
    settled(await settleInterference(orders, person.userId, json)),
  );
}

function historyRoutes(site: Site, orders: Orders): void {
  const needs = { ...orders, feeOf: orders.engine.around.feeOf };
  serve(site, listHistoryCall, ({ person, query }) => listHistory(needs, person.userId, query));
  serve(site, summarizeHistoryCall, ({ person, query }) => summarizeHistory(needs, person.userId, query));
  // A file, not JSON: outside the contracts, behind the same door.
  site.get('/api/history.csv', async (c) => {
    const { person } = c.var;
    if (!person) throw new Refusal('not-signed-in', 'Sign in first.');
    return download(c, { name: 'tandem-history.csv', type: 'text/csv' }, historyCsv(orders, person.userId));
  });
}

export function ordersRoutes(site: Site, orders: Orders): void {
  entryRoutes(site, orders);
  targetRoutes(site, orders);
  endRoutes(site, orders);
  settleRoutes(site, orders);
  historyRoutes(site, orders);
  const needs = { ...orders, feeOf: orders.engine.around.feeOf };
  serve(site, listOrderBlocks, ({ person, query }) => listBlocks(needs, person.userId, query));
  serve(site, listCopyDeals, ({ person, params }) => copyDeals({ ...needs, db: orders.db }, person.userId, params.uid));
  serve(site, listBlockEvents, ({ person, params }) =>
    listEvents(orders.db, { userId: person.userId, blockId: params.blockId }),
  );
}
