import * as z from 'zod/mini';
import type { ResponseOf } from '#contracts/endpoint.ts';
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
    const work = async () => {
      const outcome = await placeOrder(orders, person.userId, { ...json, section: params.section });
      if (outcome.error !== null)
        return answerOf({ error: outcome.error, orderBlock: null, connectorName: null, inGroup: null });
      const { placed } = outcome;
      return answerOf({ error: null, orderBlock: present(placed), connectorName: placed.keyName, inGroup: false });
    };
    const answerOf = (answer: Omit<ResponseOf<typeof placeFirstOrder>, 'userId'>) =>
      z.encode(placeFirstOrder.response, { ...answer, userId: person.userId });
    const request = { key: c.req.header('idempotency-key') ?? null, body: JSON.stringify({ ...params, ...json }) };
    return z.decode(placeFirstOrder.response, await onceOnly(orders, person.userId, { request, work }));
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
