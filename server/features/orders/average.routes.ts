import * as z from 'zod/mini';
import { averageBlocks, previewAverage, previewSplit, splitBlock } from '#contracts/average.ts';
import { serve, type Site } from '../../http/serve.ts';
import { type Averaged, recallAveraged } from './commands/average/average.ts';
import type { OrderCommands } from './commands/commands.ts';
import { underWay } from './commands/entry/recall-order.ts';
import { idempotent } from './idempotency.ts';
import { dealNotes } from './note-deals.ts';
import type { Orders } from './orders.ts';
import { presentBlock } from './read/present-block.ts';
import type { BlockView } from './store/block-view.store.ts';

interface ServedOrders extends Orders {
  commands: OrderCommands;
}
type Answer = z.input<typeof averageBlocks.response>;
interface Call {
  request: { key: string | null; body: string };
  /** So many blocks it makes at most. */
  most: number;
  work: (blockId: string) => Promise<Averaged>;
  note: (view: BlockView, blocks: number) => void;
}

/** One call makes its blocks once, however often it is sent (M-06). */
function answered(orders: ServedOrders, userId: string, { request, most, work, note }: Call): Promise<Answer> {
  const answerOf = (views: readonly BlockView[], failed: Answer['failed']): Answer =>
    z.encode(averageBlocks.response, {
      error: null,
      orderBlocks: views.flatMap((view) => presentBlock(orders, view)),
      failed,
    });
  return idempotent(orders, userId, {
    request,
    work: async (blockId) => {
      const done = await work(blockId);
      if (done.outcome === 'already-written') return null;
      if (done.outcome === 'refused')
        return { answer: { error: done.error, orderBlocks: [], failed: [] }, isWritten: false };
      const [first] = done.views;
      if (first) note(first, done.views.length);
      return { answer: answerOf(done.views, done.failed), isWritten: true };
    },
    recall: async (blockId) => {
      const views = await recallAveraged(orders, userId, { blockId, most });
      if (views.length === 0) return 'never-written';
      if (views.some(({ positions }) => positions.some(({ awaited = 0 }) => awaited > 0))) throw underWay();
      return answerOf(views, []);
    },
  });
}

export function averageRoutes(site: Site, orders: ServedOrders): void {
  const { commands } = orders;
  const notes = dealNotes(orders);
  serve(site, averageBlocks, async ({ c, person: { userId }, json }) => {
    const request = { key: c.req.header('idempotency-key') ?? null, body: JSON.stringify({ average: json }) };
    const work = (blockId: string) => commands.join(userId, json, blockId);
    const call = { request, work, most: 1, note: (view: BlockView) => notes.joined(view, json.blockIds.length) };
    return z.decode(averageBlocks.response, await answered(orders, userId, call));
  });
  serve(site, splitBlock, async ({ c, person: { userId }, json }) => {
    const request = { key: c.req.header('idempotency-key') ?? null, body: JSON.stringify({ split: json }) };
    const work = (blockId: string) => commands.split(userId, json, blockId);
    const call = { request, work, most: json.shares.length, note: notes.split };
    return z.decode(splitBlock.response, await answered(orders, userId, call));
  });
  serve(site, previewAverage, ({ person, json }) => commands.previewJoin(person.userId, json));
  serve(site, previewSplit, ({ person, json }) => commands.previewSplit(person.userId, json));
}
