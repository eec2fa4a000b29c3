import { afterAll, expect, it } from 'vitest';
import { copiers } from '../../../tests/factories/copiers.ts';
import { paperControl } from '../../../tests/factories/paper-control.ts';
import { shiftedClock } from '../../../tests/setup/shifted-clock.ts';
import { testSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

const { clock, pass } = shiftedClock();
const site = await testSite({}, clock);
afterAll(() => site.close());
const control = paperControl(site);

/** A copy that was too small and has the money now is tried again; its order is written down, then held up for so long. */
async function heldUp(ms: number) {
  await control('price', { symbol: 'XRPUSDT', price: '0.52' });
  const who = await copiers(site, { main: '1000', copies: ['40'] });
  const { blockId } = (await who.buy({ price: 0.5 })).body.orderBlock;
  const { uid = '', paperKey = '' } = who.copies[0] ?? {};
  await until(async () => expect((await who.rows())[1]).toMatchObject({ status: 'skipped' }));
  await control('balance', { key: paperKey, asset: 'USDT', free: '500' });
  await until(() => expect(site.deps.keys.balances.of(who.userId, uid)?.free.get('USDT')?.toNumber()).toBe(500));
  const { sql } = site.database;
  const { answer } = await sql.begin(async (tx) => {
    await tx`select user_id from users where user_id = ${who.userId} for update`;
    const asked = who.retry(blockId, uid);
    await until(async () => {
      const waiting = await sql`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%users%'`;
      expect(waiting.length).toBeGreaterThan(0);
    });
    pass(ms);
    return { answer: asked };
  });
  await answer;
  return { sent: await who.sent(paperKey), row: (await who.rows())[1] };
}

it('Q an order that was written down more than 10 s ago is not sent: it may have been given up elsewhere', async () => {
  const { sent, row } = await heldUp(10_500);
  expect(sent).toBe(0);
  expect(row).toMatchObject({
    status: 'rejected',
    statusReason: expect.stringMatching(/^This order was held up for more/),
  });
});

it('Q one that was held up for less is sent', async () => {
  const { sent, row } = await heldUp(8_000);
  expect(sent).toBe(1);
  expect(row).toMatchObject({ status: 'placed', statusReason: null });
});
