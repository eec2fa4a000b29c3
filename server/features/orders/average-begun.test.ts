import type { ISql } from 'postgres';
import { describe, expect, it, vi } from 'vitest';
import { averagedBlocks } from '../../../tests/factories/averaged-blocks.ts';
import { otherOrders } from '../../../tests/factories/other-engine.ts';
import { type DealTrader, IN_TIME, setTargets, xrpDeals } from '../../../tests/factories/xrp-deals.ts';
import { until } from '../../../tests/setup/until.ts';
import { readViews } from './store/block-view.store.ts';
import { handOverStore } from './store/hand-over.store.ts';

const deals = xrpDeals();
const { bought, three, average, texts, resting } = averagedBlocks(deals);
/** Several deals, one after the other. */
const SLOW = 120_000;
const BOTH = { takeProfitPrice: 0.56, stopLossPrice: 0.47 };

it(
  'AV-2 what was begun is finished by the next engine; a target that filled meanwhile keeps its block',
  { timeout: SLOW },
  async () => {
    const who = await deals.trader();
    const ids = await three(who);
    for (const blockId of ids.slice(1)) await setTargets(who, blockId, BOTH);
    await setTargets(who, ids[0] ?? '', { takeProfitPrice: 0.53, stopLossPrice: 0.47 });
    await deals.site().deps.orderEngine.stop();
    const done = await average(who, ids, { stopLossPrice: 0.46 });
    expect(done.orderBlocks).toMatchObject([{ status: 'joining', firstFilledQuantity: 0 }]);
    expect((await resting(who)).filter((line) => line.startsWith('STOP'))).toHaveLength(3);
    await deals.price('0.53');
    const next = otherOrders(deals.site().deps.orders);
    await next.engine.start();
    await vi.waitFor(async () => {
      const [open, ...others] = await deals.rows(who, 'buy');
      expect([open, others]).toMatchObject([
        { origin: 'joined', status: 'targets-placed', firstFilledQuantity: 514.1 },
        [],
      ]);
      const [ended] = await deals.rows(who, 'history');
      expect(ended).toMatchObject({
        blockId: ids[0],
        status: 'take-profit-filled',
        secondTakeProfitFilledQuantity: 192.1,
      });
    }, IN_TIME);
    await vi.waitFor(async () => expect(await resting(who)).toEqual(['STOP_LOSS 513.5']), IN_TIME);
    expect(await texts(who, ids[0])).toContain('It was not joined: A target was filled.');
    await next.engine.stop();
  },
);

describe('a position goes over by what is written at that moment', () => {
  /** A position that is to be joined with another one, while no engine runs. */
  async function going(who: DealTrader) {
    const next = otherOrders(deals.site().deps.orders);
    await next.engine.start();
    const blockIds = [await bought(who, '0.52', 100), await bought(who, '0.52', 101)];
    const { sql } = deals.site().database;
    // An order is known to be filled a moment before its trades are.
    await vi.waitFor(async () => {
      const known = await sql`select id from orders join fills on order_id = id where block_id in ${sql(blockIds)}
        group by orders.user_id, id having sum(fills.quantity) = filled_quantity`;
      expect(known).toHaveLength(2);
    }, IN_TIME);
    await next.engine.stop();
    const { error, orderBlocks } = await average(who, blockIds);
    expect(error).toBeNull();
    const { db } = deals.site().deps.orders;
    const [{ userId } = { userId: '' }] = await sql<{ userId: string }[]>`
      select user_id as "userId" from order_blocks where id = ${blockIds[0] ?? ''}`;
    const row = async () => {
      const [view] = await readViews(db, userId, blockIds.slice(0, 1));
      const own = view?.positions[0]?.row;
      if (!own) throw new Error('The block is gone.');
      return own;
    };
    const read = await row();
    const parts = new Map(read.handsTo?.map(({ positionId }) => [positionId, { blockId: read.blockId, trades: [] }]));
    return {
      row,
      takerId: String(orderBlocks[0]?.['blockId']),
      over: () => handOverStore(db).over(read, { parts, end: 'joined', now: Date.now() }),
      /** A take profit of which this was not known when the position was read. */
      takeProfit: (state: 'open' | 'filled', filled: number, on: ISql = sql) => on`
        insert into orders (user_id, id, block_id, position_id, key_id, market, symbol, leg, client_order_id, side, price,
          quantity, state, filled_quantity, filled_counter_quantity, placed_at, updated_at)
        select user_id, gen_random_uuid(), block_id, position_id, key_id, market, symbol, 'take-profit',
          'TD' || replace(gen_random_uuid()::text, '-', ''), 'sell', 0.56, quantity, ${state}, ${filled}::numeric, 0, placed_at, updated_at
        from orders where position_id = ${read.id}`,
    };
  }

  it('AV-2 it stays where an order of it has traded since it was read', { timeout: SLOW }, async () => {
    const { row, over, takeProfit } = await going(await deals.trader());
    await takeProfit('filled', 1);
    await over();
    expect(await row()).toMatchObject({ handsTo: null, endedAt: null });
  });

  it('AV-2 it waits while an order of it rests', { timeout: SLOW }, async () => {
    const { row, over, takeProfit } = await going(await deals.trader());
    await takeProfit('open', 0);
    await over();
    const after = await row();
    expect([after.handsTo?.length, after.endedAt]).toEqual([1, null]);
    // The exchange has no such order: the engines of the next tests would look for it.
    await deals.site().database
      .sql`update orders set state = 'cancelled' where state = 'open' and exchange_order_id is null`;
  });

  it('AV-2, M-16 it waits while another process writes an order for it', { timeout: SLOW }, async () => {
    const { row, over, takeProfit } = await going(await deals.trader());
    const { sql } = deals.site().database;
    const { id } = await row();
    const { done } = await sql.begin(async (tx) => {
      await tx`select id from positions where id = ${id} for share`;
      await takeProfit('open', 0, tx);
      const begun = over();
      await until(async () => {
        const waits = await sql`
          select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%positions%'`;
        expect(waits).toHaveLength(1);
      });
      return { done: begun };
    });
    await done;
    const after = await row();
    expect([after.handsTo?.length, after.endedAt]).toEqual([1, null]);
    await sql`update orders set state = 'cancelled' where state = 'open' and exchange_order_id is null`;
  });

  it('AV-2 it stays where the block that it goes over to was let go', { timeout: SLOW }, async () => {
    const { row, over, takerId } = await going(await deals.trader());
    await deals.site().database.sql`update positions set released = true where block_id = ${takerId}`;
    await over();
    expect(await row()).toMatchObject({ handsTo: null, endedAt: null });
  });

  it('AV-6 it goes over once', { timeout: SLOW }, async () => {
    const { row, over, takerId } = await going(await deals.trader());
    await over();
    await over();
    expect(await row()).toMatchObject({ endReason: 'joined' });
    const carried = await deals.site().database.sql`
      select jsonb_array_length(carried) as parts, cardinality(awaits) as left from positions where block_id = ${takerId}`;
    expect(carried).toEqual([{ parts: 1, left: 1 }]);
  });
});
