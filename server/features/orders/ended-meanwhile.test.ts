import { expect, it } from 'vitest';
import { type DealTrader, filledEntry, XRP_PAIR, xrpDeals } from '../../../tests/factories/xrp-deals.ts';
import { until } from '../../../tests/setup/until.ts';
import type { BlockRef } from './store/block-view.store.ts';

const deals = xrpDeals();
const { control, price, shows, sent } = deals;

const liquidity = (maxPerTick: string | null) => control('liquidity', { symbol: 'XRPUSDT', maxPerTick });

/** An entry at 0.51, of which 50 XRP are filled. */
async function partlyFilled(who: DealTrader): Promise<string> {
  await liquidity('50');
  const { body } = await who.buy({ price: 0.51 });
  await price('0.51');
  await shows(who, { status: 'partly-filled', firstFilledQuantity: 50 });
  await liquidity(null);
  return body.orderBlock.blockId;
}

/** Once so many changes of what is wanted of a block wait for its lock. */
const waiting = (count: number) =>
  until(async () => {
    const found = await deals.site().database.sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and query ilike 'update%order_blocks%ending%'`;
    expect(found).toHaveLength(count);
  });

it('M-13 a removal of the same moment does not undo a close: what was filled is sold, and the removal says what is so', async () => {
  const who = await deals.trader();
  const blockId = await partlyFilled(who);
  const json = { ...XRP_PAIR, blockId };
  const { sql } = deals.site().database;
  const { closed, removed } = await sql.begin(async (tx) => {
    await tx`select id from order_blocks where id = ${blockId} for update`;
    const first = who.send('PUT', '/api/markets/spot/second/close/', { json });
    await waiting(1);
    const second = who.send('DELETE', '/api/markets/spot/first/', { json });
    await waiting(2);
    return { closed: first, removed: second };
  });
  expect((await closed).body.error).toBeNull();
  expect((await removed).body.error).toBe('This block is being closed: its entry is canceled with that.');
  await shows(who, { status: 'closed', open: false, blockId }, { section: 'history' });
  expect((await sent(who)).map(({ side, status }) => `${side} ${status}`)).toEqual(['BUY CANCELED', 'SELL FILLED']);
});

/** The site's engine comes upon a block, and waits for a row of its position that `tx` has locked. */
async function engineWaits(ref: BlockRef): Promise<void> {
  const { database, deps } = deals.site();
  deps.orders.engine.schedule(ref);
  await until(async () => {
    const waits = await database.sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%positions%'`;
    expect(waits).toHaveLength(1);
  });
}

it('M-16 no order is written or sent for a position that another process has ended since it was read', async () => {
  const who = await deals.trader();
  const blockId = await filledEntry(deals, who);
  const { sql } = deals.site().database;
  const [block] = await sql<{ userId: string }[]>`
    update order_blocks set stop = '{"price": "0.494"}' where id = ${blockId} returning user_id as "userId"`;
  const ref = { userId: block?.userId ?? '', blockId };
  await sql.begin(async (tx) => {
    await tx`update positions set ended_at = 1, end_reason = 'closed' where block_id = ${blockId}`;
    await engineWaits(ref);
  });
  await deals.site().deps.orders.engine.idle(ref);
  expect((await sent(who)).map(({ side }) => side)).toEqual(['BUY']);
  expect(await deals.exits(who)).toEqual([]);
});

it('V-07 M-16 what was written off since a position was read is in no order that is written for it', async () => {
  const who = await deals.trader();
  const blockId = await filledEntry(deals, who);
  const { sql } = deals.site().database;
  const [block] = await sql<{ userId: string }[]>`
    update order_blocks set stop = '{"price": "0.494"}' where id = ${blockId} returning user_id as "userId"`;
  const ref = { userId: block?.userId ?? '', blockId };
  await sql.begin(async (tx) => {
    await tx`update positions set written_off = 92 where block_id = ${blockId}`;
    await engineWaits(ref);
  });
  await deals.site().deps.orders.engine.idle(ref);
  const written = await sql<{ quantity: string }[]>`
    select trim_scale(quantity)::text as quantity from orders where block_id = ${blockId} and leg = 'stop-loss'`;
  expect(written.map(({ quantity }) => quantity)).toEqual(['100.1']);
});

it('M-16 a position does not end while another process writes an order for it', async () => {
  const who = await deals.trader();
  const { blockId } = (await who.buy({ price: 0.4 })).body.orderBlock;
  await shows(who, { status: 'placed', blockId });
  const { sql } = deals.site().database;
  const [block] = await sql<{ userId: string }[]>`
    update order_blocks set ending = 'remove' where id = ${blockId} returning user_id as "userId"`;
  const ref = { userId: block?.userId ?? '', blockId };
  const [id, now] = [crypto.randomUUID(), Date.now()];
  await sql.begin(async (tx) => {
    await tx`select id from positions where block_id = ${blockId} for share`;
    await tx`
      insert into orders (user_id, id, block_id, position_id, key_id, market, symbol, leg, client_order_id, side, price,
        quantity, state, filled_quantity, filled_counter_quantity, placed_at, updated_at)
      select user_id, ${id}, block_id, position_id, key_id, market, symbol, 'stop-loss', 'TDother', 'sell', price,
        quantity, 'sending', 0, 0, ${now}, ${now} from orders where block_id = ${blockId}`;
    await engineWaits(ref);
  });
  await deals.site().deps.orders.engine.idle(ref);
  const [position] = await sql`
    select p.ended_at as "endedAt", o.state from positions p
    join orders o on o.user_id = p.user_id and o.position_id = p.id and o.id = ${id} where p.block_id = ${blockId}`;
  expect(position).toEqual({ endedAt: null, state: 'sending' });
});
