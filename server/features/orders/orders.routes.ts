import * as z from 'zod/mini';
import { closeAll as closeAllCall, closePart as closePartCall, listOpenBlocks } from '#contracts/closing.ts';
import { listCopyDeals } from '#contracts/copying.ts';
import { previewPlan as previewPlanCall, setPlan as setPlanCall } from '#contracts/exit-plans.ts';
import {
  changeFirstOrder,
  changeTargets,
  closeFilled,
  closeTargeted,
  placeFirstOrder,
  previewOrder,
  removeFirstOrder,
  removeTargets as removeTargetsCall,
  retryCopy as retryCopyCall,
  setTargets as setTargetsCall,
  settleInterference as settleInterferenceCall,
} from '#contracts/orders.ts';
import { getFirstOrder, listBlockEvents, listOrderBlocks } from '#contracts/order-lists.ts';
import { encoded, serve, type Site } from '../../http/serve.ts';
import { idempotent } from './idempotency.ts';
import type { PlannedEntry, Wanted } from './commands/entry/plan-entry.ts';
import { lostAnswer, notSentYet, recallOrder } from './commands/entry/recall-order.ts';
import type { Orders } from './orders.ts';
import { dealNotes } from './note-deals.ts';
import { copyDeals } from './read/copy-deals.ts';
import { hasOrdered } from './read/first-order.store.ts';
import { listBlocks } from './read/list-blocks.ts';
import { listEvents } from './read/list-events.ts';
import { blockPresenter, presentBlock } from './read/present-block.ts';
import type { BlockView, PositionView } from './store/block-view.store.ts';
import { openViews } from './commands/close-all.ts';
import type { OrderCommands } from './commands/commands.ts';
import type { Ended } from './commands/end-block.ts';
import type { Settled } from './commands/find-position.ts';
import type { Targeted } from './commands/set-targets.ts';

interface ServedOrders extends Orders {
  commands: OrderCommands;
}

type Said = z.input<typeof placeFirstOrder.response>;
type Outcome = { answer: Said; isWritten: boolean } | null;
interface Placing {
  wanted: Wanted;
  blockId: string;
  planned: Promise<PlannedEntry>;
}

function entryRoutes(site: Site, orders: ServedOrders): void {
  const { commands } = orders;
  const notes = dealNotes(orders);

  const sayPlaced = (view: BlockView, position: PositionView): Said => {
    const { keyName: connectorName } = position;
    const orderBlock = blockPresenter(orders, view)(position);
    const { userId } = view.block;
    return z.encode(placeFirstOrder.response, { userId, orderBlock, connectorName, inGroup: false, error: null });
  };
  async function place(userId: string, { wanted, blockId, planned }: Placing): Promise<Outcome> {
    const outcome = await commands.placePlanned(userId, { wanted, blockId, planned: await planned });
    if (outcome.outcome === 'already-written') return null;
    if (outcome.outcome === 'refused') {
      const { error } = outcome;
      return { answer: { userId, orderBlock: null, connectorName: null, inGroup: null, error }, isWritten: false };
    }
    notes.placed(userId, wanted, { blockId, unsure: outcome.outcome !== 'placed' });
    if (outcome.outcome === 'unknown') throw lostAnswer();
    if (outcome.outcome === 'not-sent-yet') throw notSentYet();
    return { answer: sayPlaced(outcome.view, outcome.position), isWritten: true };
  }

  serve(site, placeFirstOrder, async ({ c, person: { userId }, params, json }) => {
    const request = { key: c.req.header('idempotency-key') ?? null, body: JSON.stringify({ ...params, ...json }) };
    const wanted = { ...json, section: params.section };
    // Read while the call is being claimed; what stands against it is said only where the order is placed.
    const planned = commands.planEntry(userId, wanted);
    planned.catch(() => {});
    const work = (blockId: string) => place(userId, { wanted, blockId, planned });
    const recall = async (blockId: string) => {
      const placed = await recallOrder(orders, { userId, blockId });
      return typeof placed === 'string' ? placed : sayPlaced(placed.view, placed.position);
    };
    return c.json(await idempotent(orders, userId, { request, work, recall }));
  });

  serve(site, previewOrder, ({ person, params, json }) =>
    commands.preview(person.userId, { ...json, section: params.section }),
  );
}

const termsOf = ({ positions: [main] }: BlockView) => ({
  price: main?.price.toFixed() ?? '',
  quantity: main?.quantity.toFixed() ?? '',
});

const rowsOf = (orders: Orders, view: BlockView | null) => (view ? presentBlock(orders, view) : []);

function targetRoutes(site: Site, orders: ServedOrders): void {
  const { commands } = orders;
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
  serve(site, setTargetsCall, async ({ person, json }) => targets(noted(await commands.setExits(person.userId, json))));
  serve(site, changeTargets, async ({ person, json }) =>
    targets(noted(await commands.changeExits(person.userId, json))),
  );
  serve(site, removeTargetsCall, async ({ person, json }) => {
    const { errorMessage, failed } = noted(await commands.removeExits(person.userId, json.blockId));
    return { errorMessage, failed };
  });
}

function planRoutes(site: Site, orders: ServedOrders): void {
  const { commands } = orders;
  const notes = dealNotes(orders);
  serve(site, setPlanCall, async ({ person, json }) => {
    const { planned, view, failed } = await commands.setPlan(person.userId, json);
    if (planned.errorMessage === null && view) notes.targetsChanged(view);
    return { ...planned, orderBlocks: rowsOf(orders, view), failed };
  });
  serve(site, previewPlanCall, ({ person, json }) => commands.previewPlan(person.userId, json));
}

function endRoutes(site: Site, orders: ServedOrders): void {
  const { commands } = orders;
  const notes = dealNotes(orders);
  const answered = (ended: Ended, note: (view: BlockView) => void) => {
    if (ended.error !== null) return { error: ended.error, orderBlocks: [], failed: [] };
    const { view, failed } = ended.changed;
    note(view);
    return { error: null, orderBlocks: rowsOf(orders, view), failed };
  };
  const closed = (ended: Ended) => answered(ended, notes.closed);
  serve(site, closeFilled, async ({ person, json }) =>
    closed(await commands.close(person.userId, { blockId: json.blockId, targeted: false })),
  );
  serve(site, closeTargeted, async ({ person, json }) =>
    closed(await commands.close(person.userId, { blockId: json.blockId, targeted: true })),
  );
  serve(site, closePartCall, async ({ person, json: { blockId, quantity, requestId } }) =>
    answered(await commands.closePart(person.userId, { blockId, quantity, requestId }), (view) =>
      notes.partClosed(view, quantity.toFixed()),
    ),
  );
  serve(site, changeFirstOrder, async ({ person, json: { blockId, price, quantity } }) =>
    answered(await commands.changeEntry(person.userId, { blockId, price, quantity }), (view) =>
      notes.changed(view, termsOf(view)),
    ),
  );
  serve(site, removeFirstOrder, async ({ person, json }) => {
    const ended = await commands.remove(person.userId, json.blockId);
    if (ended.error === null) notes.removed(ended.changed.view);
    return { error: ended.error };
  });
}

function closeAllRoutes(site: Site, orders: ServedOrders): void {
  const { commands } = orders;
  const notes = dealNotes(orders);
  serve(site, listOpenBlocks, async ({ person, query }) => {
    const views = await openViews(orders, person.userId, query);
    return { content: Object.fromEntries(views.map((view) => [view.block.id, rowsOf(orders, view)])) };
  });
  serve(site, closeAllCall, async ({ person, json }) => {
    const ended = await commands.closeAll(person.userId, json);
    for (const { view, how } of ended) if (view) notes[how](view);
    return { error: null, blocks: ended.map(({ blockId, error, failed }) => ({ blockId, error, failed })) };
  });
}

function settleRoutes(site: Site, orders: ServedOrders): void {
  const { commands } = orders;
  const notes = dealNotes(orders);
  const answerOf = (outcome: Settled) =>
    outcome.error === null
      ? { error: null, orderBlock: blockPresenter(orders, outcome.view)(outcome.position) }
      : { error: outcome.error, orderBlock: null };
  serve(site, retryCopyCall, async ({ person, json }) => {
    const outcome = await commands.retryCopy(person.userId, json);
    if (outcome.error === null) notes.retried(outcome.view, outcome.position);
    return answerOf(outcome);
  });
  serve(site, settleInterferenceCall, async ({ person, json }) => answerOf(await commands.settle(person.userId, json)));
}

export function ordersRoutes(site: Site, orders: ServedOrders): void {
  entryRoutes(site, orders);
  targetRoutes(site, orders);
  planRoutes(site, orders);
  endRoutes(site, orders);
  closeAllRoutes(site, orders);
  settleRoutes(site, orders);
  serve(site, listOrderBlocks, async ({ c, person, query }) =>
    encoded(c, await listBlocks(orders, person.userId, query)),
  );
  serve(site, listCopyDeals, async ({ person: { userId }, params: { uid } }) => {
    // S-62: what is not theirs is not found.
    await orders.keys.described(userId, uid);
    return copyDeals(orders, userId, uid);
  });
  serve(site, getFirstOrder, async ({ person, query }) => ({
    ordered: await hasOrdered(orders.db, person.userId, query.market),
  }));
  serve(site, listBlockEvents, ({ person, params }) =>
    listEvents(orders, { userId: person.userId, blockId: params.blockId }),
  );
}
