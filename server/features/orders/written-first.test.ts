import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { paperControl } from '../../../tests/factories/paper-control.ts';
import { trader } from '../../../tests/factories/visitor.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
  await paperControl(site)('price', { symbol: 'XRPUSDT', price: '0.52' });
});
afterAll(() => site.close());

const TARGETS = { takeProfitPrice: 0.56, stopLossPrice: 0.45 };
const LADDER = { price: 0.5, counterQuantity: 300, ladder: { end: 0.48, limits: 3 } };

/** What another connection finds of an order when the exchange receives it. */
function whenReceived() {
  const exchange = site.deps.markets.exchange('binance');
  const place = exchange.place.bind(exchange);
  const found: (string | undefined)[] = [];
  const spy = vi.spyOn(exchange, 'place').mockImplementation(async (credentials, order) => {
    const [row] = await site.database.sql<{ state: string }[]>`
      select o.state from orders o join order_blocks b on b.user_id = o.user_id and b.id = o.block_id
      join block_events e on e.user_id = b.user_id and e.block_id = b.id and e.kind = 'order-written'
      where o.client_order_id = ${order.clientOrderId}`;
    found.push(row?.state);
    return place(credentials, order);
  });
  return { found, restore: () => spy.mockRestore() };
}

it('M-02: when the exchange receives an order, it is in the books with its block and story, as being sent', async () => {
  const who = await trader(site);
  const { found, restore } = whenReceived();
  try {
    expect((await who.buy({ price: 0.5 })).body.error).toBeNull();
    expect((await who.buy({ price: 0.53 })).body.error).toBeNull();
  } finally {
    restore();
  }
  expect(found).toEqual(['sending', 'sending']);
});

it.each([
  ['an entry that rests', { price: 0.5 }],
  ['an entry with targets', { price: 0.5, ...TARGETS }],
  ['a ladder', LADDER],
])('%s is answered as its row is read afterwards', async (_, order) => {
  const who = await trader(site);
  const { error, orderBlock } = (await who.buy(order)).body;
  expect(error).toBeNull();
  const { content } = await who.rows();
  expect(content).toEqual({ [orderBlock.blockId]: [orderBlock] });
  expect(orderBlock.status).toBe('placed');
});

it('an entry that trades at once is answered with what it brought in', async () => {
  const who = await trader(site);
  const { orderBlock } = (await who.buy({ price: 0.53 })).body;
  expect(orderBlock.status).toBe('filled');
  expect(orderBlock.firstFilledQuantity).toBe(orderBlock.firstPlacedQuantity);
});

it('M-06: the same call again is answered as the first one was', async () => {
  const who = await trader(site);
  const [first, again] = [await who.buy({ price: 0.49 }), await who.buy({ price: 0.49 })];
  expect(first.body.error).toBeNull();
  expect(again.body).toEqual(first.body);
});
