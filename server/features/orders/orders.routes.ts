import * as z from 'zod/mini';
import { listOrderBlocks, placeFirstOrder, removeFirstOrder } from '#contracts/orders.ts';
import { PAGE_SIZE, type Market } from '#contracts/symbol.ts';
import { serve, type Site } from '../../http/serve.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Orders } from './index.ts';
import { onceOnly } from './once-only.ts';
import { presentBlock } from './orders.presenter.ts';
import { ordersStore, type BlockOrder } from './orders.store.ts';
import { placeOrder } from './place-order.ts';
import { removeOrder } from './remove-order.ts';

const LOST_ANSWER =
  'The exchange did not answer. The order may have been placed: it is being looked up, and its row shows what became of it.';

/** What an order call is answered, as it is kept for the same call again. */
type Answered = { said: z.input<typeof placeFirstOrder.response> } | { unknown: string };

export function ordersRoutes(site: Site, orders: Orders): void {
  const { db, markets } = orders;

  const present = (found: BlockOrder) => {
    const pair = markets.findPair(found.block.market as Market, found.block.symbol);
    if (!pair)
      throw new Refusal('unavailable', `${found.block.market} has not answered yet. Try again in a moment.`, {
        retryAfter: 2,
      });
    return presentBlock(found, pair);
  };

  serve(site, placeFirstOrder, async ({ c, person, params, json }) => {
    const { userId } = person;
    const request = { key: c.req.header('idempotency-key') ?? null, body: JSON.stringify({ ...params, ...json }) };
    const work = async (): Promise<Answered> => {
      const outcome = await placeOrder(orders, person, { ...json, section: params.section });
      if (outcome.outcome === 'unknown') return { unknown: outcome.blockId };
      const nothing = { userId, orderBlock: null, connectorName: null, inGroup: null };
      if (outcome.outcome === 'refused')
        return { said: z.encode(placeFirstOrder.response, { ...nothing, error: outcome.error }) };
      const { placed } = outcome;
      const answer = {
        userId,
        orderBlock: present(placed),
        connectorName: placed.keyName,
        inGroup: false,
        error: null,
      };
      return { said: z.encode(placeFirstOrder.response, answer) };
    };
    /** An order whose answer was lost: as long as it may exist, it is not placed again. */
    const holds = async (answered: Answered) =>
      'said' in answered || (await ordersStore(db, userId).byBlock(answered.unknown))?.order.state !== 'rejected';
    const answered = await onceOnly(orders, userId, { request, work, holds });
    if ('unknown' in answered) throw new Refusal('exchange-failed', LOST_ANSWER);
    return z.decode(placeFirstOrder.response, answered.said);
  });

  serve(site, removeFirstOrder, ({ person, json }) => removeOrder(orders, person.userId, json.blockId));

  serve(site, listOrderBlocks, async ({ person, query }) => {
    const pair = markets.findExchangePair(query.market, query.symbolName);
    if (!pair)
      throw new Refusal(
        'not-found',
        `${query.market} does not trade ${query.symbolName.replace('_', '/').toUpperCase()}.`,
      );
    const section = query.section === 'alerts' || query.section === undefined ? 'buy' : query.section;
    const { rows, total } = await ordersStore(db, person.userId).page({
      market: query.market,
      symbol: pair.symbol,
      counterEarning: query.counterEarning,
      section,
      page: query.page ?? 0,
      size: PAGE_SIZE,
    });
    return {
      content: Object.fromEntries(rows.map((row) => [row.block.id, [present(row)]])),
      lastPageNumber: Math.max(0, Math.ceil(total / PAGE_SIZE) - 1),
    };
  });
}
