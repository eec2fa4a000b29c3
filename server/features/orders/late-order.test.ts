import { afterAll, expect, it } from 'vitest';
import { paperControl } from '../../../tests/factories/paper-control.ts';
import { trader } from '../../../tests/factories/visitor.ts';
import { setTargets } from '../../../tests/factories/xrp-deals.ts';
import { shiftedClock } from '../../../tests/setup/shifted-clock.ts';
import { testSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

const { clock, pass } = shiftedClock();
const site = await testSite({}, clock);
afterAll(() => site.close());
const control = paperControl(site);

const only = ({ content }: { content: Record<string, unknown[]> }) => Object.values(content)[0]?.[0];

/** The stop of a filled block is written down, and the statement that writes them is held up for so long. */
async function heldUp(ms: number) {
  await control('price', { symbol: 'XRPUSDT', price: '0.52' });
  const who = await trader(site);
  const { blockId } = (await who.buy({ price: 0.53 })).body.orderBlock;
  await until(async () => expect(only(await who.rows())).toMatchObject({ blockId, status: 'filled' }));
  const { sql } = site.database;
  const { answer } = await sql.begin(async (tx) => {
    await tx`lock table orders in exclusive mode`;
    const asked = setTargets(who, blockId, { stopLossPrice: 0.4 });
    await until(async () => {
      const waiting = await sql`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into "orders"%'`;
      expect(waiting.length).toBeGreaterThan(0);
    });
    pass(ms);
    return { answer: asked };
  });
  const { body } = await answer;
  const written = () => sql<{ id: string; reason: string | null }[]>`
    select client_order_id as id, reason from orders
    where block_id = ${blockId} and leg = 'stop-loss' order by attempt`;
  const sent = async () => {
    const sold = await sql<{ id: string }[]>`
      select client_order_id as id from paper.orders where api_key = ${who.paperKey} and side = 'SELL'`;
    return sold.map(({ id }) => id);
  };
  return { error: body.errorMessage as string | null, sent, written };
}

it('Q an order that was written down more than 10 s ago is not sent, since it may have been given up elsewhere: another is', async () => {
  const { sent, error, written } = await heldUp(10_500);
  expect(error).toMatch(/^This order was held up for more/);
  await until(async () => expect(await written()).toHaveLength(2));
  const [first, second] = await written();
  expect(first?.reason).toBe(error);
  await until(async () => expect(await sent()).toEqual([second?.id]));
});

it('Q one that was held up for less is sent', async () => {
  const { sent, error, written } = await heldUp(8_000);
  expect([error, (await written()).map(({ id }) => id)]).toEqual([null, await sent()]);
  expect(await sent()).toHaveLength(1);
});
