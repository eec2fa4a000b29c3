import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../tests/setup/database.ts';
import { newId } from '../lib/id.ts';
import { createLog } from '../lib/log.ts';
import { createAudit } from './index.ts';

let test: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

const audit = () => createAudit({ db: test.db, clock: () => 1_700_000_000_000, log: createLog('silent') });

it('S-33: events of many at once stand in one chain without gaps', async () => {
  const userId = newId();
  const log = audit();
  await Promise.all(Array.from({ length: 12 }, (_, n) => log.record(userId, 'profile-changed', { n, field: 'name' })));
  const { rows, total } = await log.page(userId, { page: 0, size: 10 });
  expect(total).toBe(12);
  expect(rows.map(({ seq }) => seq)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  expect(await log.firstBroken(userId)).toBeNull();
});

it.each([
  [
    'changed',
    (userId: string) => test.sql`update audit_events set details = '{"n":9}' where user_id = ${userId} and seq = 2`,
  ],
  ['taken out', (userId: string) => test.sql`delete from audit_events where user_id = ${userId} and seq = 2`],
  [
    'given to another time',
    (userId: string) => test.sql`update audit_events set at = at + 1 where user_id = ${userId} and seq = 2`,
  ],
])('S-33: an event that was %s is found', async (_, tamper) => {
  const userId = newId();
  const log = audit();
  for (const n of [1, 2, 3]) await log.record(userId, 'signed-in', { n });
  await tamper(userId);
  expect(await log.firstBroken(userId)).toBe(2);
});

it('tells its listeners what was written', async () => {
  const log = audit();
  const heard: string[] = [];
  const stop = log.onRecord((userId, { kind, seq }) => heard.push(`${userId} ${kind} ${seq}`));
  const userId = newId();
  await log.record(userId, 'signed-up');
  stop();
  await log.record(userId, 'signed-in');
  expect(heard).toEqual([`${userId} signed-up 1`]);
});
