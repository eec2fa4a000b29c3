import { expect, it } from 'vitest';
import { type DealTrader, XRP_PAIR, xrpDeals } from '../../../tests/factories/xrp-deals.ts';
import { until } from '../../../tests/setup/until.ts';

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
