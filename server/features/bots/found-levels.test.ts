import { afterAll, beforeAll, expect, it } from 'vitest';
import { GRID } from '../../../tests/factories/bot-settings.ts';
import { paperProcess, type PaperProcess } from '../../../tests/factories/paper-process.ts';
import { trader } from '../../../tests/factories/visitor.ts';
import { until } from '../../../tests/setup/until.ts';

let site: PaperProcess;
beforeAll(async () => {
  site = await paperProcess();
});
afterAll(() => site.close());

const PAIR = { market: 'binance', symbolName: 'xrp_usdt' };
const SLOWLY = { timeout: 60_000, interval: 300 };

it('M-02, C-13 orders of levels that the database has lost become no blocks, and are not placed again', async () => {
  await site.control('price', { symbol: 'XRPUSDT', price: '0.523' });
  const who = await trader(site.server());
  const post = async (path: string, json: object) => (await site.as(who).post(path, json)).body;
  const { bot } = await post('/api/bots', { ...PAIR, name: 'Night grid', type: 'grid', settings: GRID });
  expect((await post(`/api/bots/${bot.botId}/start`, {})).error).toBeNull();
  const order = { ...PAIR, counterEarning: true, price: 0.4, counterQuantity: 20 };
  expect((await post('/api/markets/spot/first/buy', order)).error).toBeNull();
  const { sql } = site.database;
  const rows = () => sql<{ id: string; exchange: string }[]>`
    select client_order_id as id, exchange_order_id as exchange from bot_orders
    where key_id = ${who.keyUid} and state = 'open' order by 1`;
  const theirs = () => sql<{ id: string }[]>`
    select client_order_id as id from paper.orders where api_key = ${who.paperKey} and status = 'NEW' order by 1`;
  await until(async () => expect([(await rows()).length, (await theirs()).length]).toEqual([8, 9]), SLOWLY);
  const [before, book] = [await rows(), await theirs()];

  await site.restart(async () => {
    await sql`delete from bot_orders where key_id = ${who.keyUid} and level in (1, 2, 8)`;
    await sql`update bot_runs set state = 'paused', take_down = false where key_id = ${who.keyUid}`;
    await sql`delete from orders where key_id = ${who.keyUid}`;
    await sql`delete from positions where key_id = ${who.keyUid}`;
    await sql`delete from order_blocks where user_id = (select user_id from keys where id = ${who.keyUid})`;
  });
  // The block's order has been found, so all of the key were looked for.
  const found = () => sql`select 1 from positions where key_id = ${who.keyUid} and interference = 'order-found'`;
  await until(async () => expect((await found()).length).toBeGreaterThan(0), SLOWLY);
  expect(await found()).toHaveLength(1);
  expect(await rows()).toHaveLength(5);

  expect((await post(`/api/bots/${bot.botId}/resume`, {})).error).toBeNull();
  await until(async () => expect(await rows()).toEqual(before), SLOWLY);
  expect(await theirs()).toEqual(book);
});
