import { afterAll, beforeAll, expect, it } from 'vitest';
import { hookWorld } from '../../../tests/factories/hook-world.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';
import { signalsStore } from './signals.store.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());

it('W-5, W-10 a signal that fails while it is sent again: neither waits for the other forever', async () => {
  const { sql, db } = site.database;
  const who = await hookWorld(site, Date.now);
  const { hookId, native, done } = await who.create();
  await native({ action: 'open' });
  const [{ signalId } = { signalId: '' }] = await done();
  await sql`update hook_signals set state = 'waiting', result = 'taken' where id = ${signalId}`;
  const failed = { state: 'failed', outcome: 'The exchange refused it.', doneAt: Date.now() } as const;
  const settling = await sql.begin(async (door) => {
    await door`select id from hooks where id = ${hookId} for update`;
    const settled = signalsStore(db, { userId: who.userId, hookId }).settle(signalId, failed);
    await until(async () => {
      const waiting = await sql`
        select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      expect(waiting).toHaveLength(1);
    });
    await door`set local lock_timeout = '500ms'`;
    await door`update hook_signals set repeats = repeats + 1 where id = ${signalId}`;
    return { settled };
  });
  expect(await settling.settled).toEqual({ isFirst: true });
  const [row] = await sql`select repeats, state from hook_signals where id = ${signalId}`;
  expect(row).toEqual({ repeats: 1, state: 'failed' });
});
