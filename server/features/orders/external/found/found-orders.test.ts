import { afterAll, beforeAll, expect, it } from 'vitest';
import { paperProcess, type PaperProcess } from '../../../../../tests/factories/paper-process.ts';
import { trader } from '../../../../../tests/factories/visitor.ts';
import { until } from '../../../../../tests/setup/until.ts';

let site: PaperProcess;
beforeAll(async () => {
  site = await paperProcess();
});
afterAll(() => site.close());

const pair = { market: 'binance', symbolName: 'xrp_usdt' };
type Row = Record<string, unknown>;
type Trader = Awaited<ReturnType<typeof trader>>;
async function rows(who: Trader, section = 'buy', counterEarning = true): Promise<Row[]> {
  const query = `market=binance&symbolName=xrp_usdt&counterEarning=${counterEarning}&section=${section}`;
  const { status, body } = await site.as(who).get(`/api/markets/spot/list?${query}`);
  expect([status, body.error ?? null]).toEqual([200, null]);
  return Object.values(body.content as Record<string, Row[]>).flat();
}
const has = (who: Trader, like: Row[], section = 'buy') =>
  // Not so often that the limit of requests is reached.
  until(async () => expect(await rows(who, section)).toMatchObject(like), { interval: 250, timeout: 60_000 });
const settle = (who: Trader, row: Row | undefined, choice: string) =>
  site.as(who).post('/api/markets/spot/interference', { blockId: row?.['blockId'], uid: row?.['keyUid'], choice });

/** The server starts anew on books that miss what came after a backup; the exchange knows nothing of it. */
async function restored(change: (sql: typeof site.database.sql) => Promise<unknown>): Promise<void> {
  await site.restart(() => change(site.database.sql));
}
const order = (who: Trader, of: Row) =>
  site.as(who).post('/api/markets/spot/first/buy', { ...pair, counterEarning: true, ...of });

it('V-16 orders placed since the backup come back as blocks that ask, and the log says so', async () => {
  await site.control('price', { symbol: 'XRPUSDT', price: '0.52' });
  const who = await trader(site.server());
  await order(who, { price: 0.5, counterQuantity: 100 });
  await order(who, { price: 0.49, counterQuantity: 50, takeProfitPrice: 0.6, stopLossPrice: 0.4 });
  await order(who, { price: 0.52, counterQuantity: 75 });
  await has(who, [{ status: 'filled' }, { status: 'placed' }, { status: 'placed' }]);
  const orders = await site.database.sql<{ id: string }[]>`
    select client_order_id as id from orders where key_id = ${who.keyUid}`;
  await restored(async (sql) => {
    await sql`delete from fills where key_id = ${who.keyUid}`;
    await sql`delete from order_blocks where id in (select block_id from positions where key_id = ${who.keyUid})`;
    await sql`delete from orders where key_id = ${who.keyUid}`;
    await sql`delete from positions where key_id = ${who.keyUid}`;
  });
  const asks = { interference: 'order-found', open: true };
  await has(who, [
    { ...asks, status: 'filled', firstPlacedPrice: 0.52, firstFilledPrice: 0.52, firstFilledQuantity: 144.2 },
    { ...asks, status: 'placed', firstPlacedPrice: 0.49, firstPlacedQuantity: 102 },
    { ...asks, status: 'placed', firstPlacedPrice: 0.5, firstPlacedQuantity: 200 },
  ]);
  expect(orders).toHaveLength(5);
  for (const { id } of orders) expect(site.server().output()).toContain(id);
  // They are one list again, which is canceled whole.
  const lists = await site.database.sql<{ id: string | null; of: number }[]>`
    select client_list_id as id, count(*)::int as of from orders where key_id = ${who.keyUid} group by 1 order by 2`;
  expect(lists).toEqual([
    { id: null, of: 2 },
    { id: expect.stringMatching(/^TD/), of: 3 },
  ]);
  const [filled, withTargets, single] = await rows(who);
  expect((await settle(who, single, 'adopt')).body).toMatchObject({ error: null, orderBlock: { status: 'placed' } });
  expect((await settle(who, filled, 'release')).body).toMatchObject({ error: null, orderBlock: { open: false } });
  expect((await settle(who, withTargets, 'adopt')).body).toMatchObject({ error: null, orderBlock: { open: true } });
  await site.control('price', { symbol: 'XRPUSDT', price: '0.49' });
  await has(who, [
    { interference: null, status: 'targets-placed', protection: 'exchange', secondStopLossPlacedPrice: 0.4 },
    { interference: null, status: 'filled', firstFilledPrice: 0.5 },
  ]);
});

it('V-16 targets set since the backup come back to the block that they are of', async () => {
  await site.control('price', { symbol: 'XRPUSDT', price: '0.52' });
  const who = await trader(site.server());
  const { body } = await order(who, { price: 0.52, counterQuantity: 100 });
  const { blockId } = body.orderBlock as { blockId: string };
  await has(who, [{ status: 'filled' }]);
  const targets = { takeProfitPrice: 0.546, stopLossPrice: 0.494 };
  await site.as(who).post('/api/markets/spot/third', { ...pair, blockId, ...targets });
  await has(who, [{ status: 'targets-placed', protection: 'exchange' }]);
  await restored(async (sql) => {
    await sql`delete from orders where key_id = ${who.keyUid} and leg <> 'entry'`;
    await sql`update order_blocks set take_profits = '[]', stop = null where id = ${blockId}`;
    await sql`update positions set state = 'filled' where block_id = ${blockId}`;
  });
  await has(who, [{ blockId, interference: 'order-found', secondTakeProfitPlacedPrice: 0.546 }]);
  const [row] = await rows(who);
  expect((await settle(who, row, 'adopt')).body).toMatchObject({
    error: null,
    orderBlock: { status: 'targets-placed', protection: 'exchange', secondStopLossPlacedPrice: 0.494 },
  });
  await site.control('price', { symbol: 'XRPUSDT', price: '0.546' });
  await has(who, [{ blockId, status: 'take-profit-filled', profitValue: 4.7857134 }], 'history');
});

it('V-16 what a block earns follows from its targets; where it does not, the row says so', async () => {
  await site.control('price', { symbol: 'XRPUSDT', price: '0.52' });
  const who = await trader(site.server());
  const entry = { ...pair, price: 0.52, counterQuantity: 100, counterEarning: false };
  const { body } = await site.as(who).post('/api/markets/spot/first/buy', entry);
  const { blockId } = body.orderBlock as { blockId: string };
  await until(async () => expect(await rows(who, 'buy', false)).toMatchObject([{ status: 'filled' }]));
  const targets = { takeProfitPrice: 0.546, stopLossPrice: 0.494 };
  await site.as(who).post('/api/markets/spot/third', { ...pair, blockId, ...targets });
  await until(async () => expect(await rows(who, 'buy', false)).toMatchObject([{ protection: 'exchange' }]));
  await order(who, { price: 0.5, counterQuantity: 50 });
  await has(who, [{ status: 'placed' }]);
  await restored(async (sql) => {
    await sql`delete from fills where key_id = ${who.keyUid}`;
    await sql`delete from order_blocks where id in (select block_id from positions where key_id = ${who.keyUid})`;
    await sql`delete from orders where key_id = ${who.keyUid}`;
    await sql`delete from positions where key_id = ${who.keyUid}`;
  });
  const asks = { interference: 'order-found', open: true };
  const statusReason = 'Which currency this block earns is not known. Adopted, it earns counter currency.';
  await has(who, [{ ...asks, firstPlacedQuantity: 100, statusReason }]);
  await until(async () =>
    expect(await rows(who, 'buy', false)).toMatchObject([
      {
        ...asks,
        firstFilledQuantity: 192.3,
        statusReason: null,
        profitValue: null,
        secondTakeProfitPlacedPrice: 0.546,
      },
    ]),
  );
  const [found] = await rows(who, 'buy', false);
  expect((await settle(who, found, 'adopt')).body).toMatchObject({
    error: null,
    orderBlock: { counterEarning: false, status: 'targets-placed', protection: 'exchange' },
  });
  const resting = await site.database.sql`
    select type, trim_scale(quantity)::text as quantity from paper.orders
    where api_key = ${who.paperKey} and side = 'SELL' order by order_id`;
  // The targets that were there are those that are there.
  expect(resting.map(({ type, quantity }) => `${type} ${quantity}`)).toEqual(['STOP_LOSS 183.4', 'LIMIT_MAKER 183.4']);
});
