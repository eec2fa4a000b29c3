import { afterAll, beforeAll, expect, it } from 'vitest';
import { hookWorld } from '../../../tests/factories/hook-world.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';
import { hooksStore } from './hooks.store.ts';
import { signalsStore } from './signals.store.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());

/** Lines of the log since then with at least pino's level of an error. */
const errorsSince = (length: number) =>
  site
    .logged()
    .slice(length)
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line));

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

it('W-4 a signal that would wait for others of its hook for longer than a second is to be sent again, which is no error', async () => {
  const before = site.logged().length;
  const { sql } = site.database;
  const who = await hookWorld(site, Date.now);
  const hook = await who.create();
  const sent = { action: 'open', id: 'one' };
  const answer = await sql.begin(async (door) => {
    await door`select id from hooks where id = ${hook.hookId} for update`;
    const answering = hook.native(sent);
    return until(async () => {
      const answered = await Promise.race([answering, Promise.resolve(null)]);
      expect(answered).not.toBeNull();
      return answered;
    });
  });
  expect([answer?.status, answer?.headers.get('retry-after')]).toEqual([503, '5']);
  expect(errorsSince(before)).toEqual([]);
  expect(answer?.body['error']).toBe(
    'Other signals of this hook came at the same time and are still being decided. Send this one again in 5 seconds.',
  );
  expect(await hook.log()).toEqual([]);
  expect((await hook.native(sent)).body['result']).toBe('dry-run');
});

it('W-4 three signals at once that wait for their hook are all to be sent again, each after two waits within a second', async () => {
  const { sql, db } = site.database;
  const who = await hookWorld(site, Date.now);
  const hook = await who.create();
  const sent = ['one', 'two', 'three'].map((id) => ({ action: 'open', id }));
  const answers = await sql.begin(async (door) => {
    await door`select id from hooks where id = ${hook.hookId} for update`;
    return Promise.all(sent.map((signal) => hook.native(signal)));
  });
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(await hook.log()).toEqual([]);
  // One waits for the right to be next and then for the holder, each time for as long as this.
  const longest = await hooksStore(db, who.userId).locked(hook.hookId, async (tx) => {
    const [row] = await tx.execute<{ ms: number }>(
      "select setting::int as ms from pg_settings where name = 'lock_timeout'",
    );
    return row?.ms ?? Infinity;
  });
  expect(2 * (longest ?? Infinity)).toBeLessThan(1000);
});
