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

it('S-33: several processes write one chain, and each goes on after what the others wrote', async () => {
  const userId = newId();
  const [one, other] = [audit(), audit()];
  for (const log of [one, one, other, one, other, other, one]) await log.record(userId, 'signed-in');
  const { rows } = await other.page(userId, { page: 0, size: 10 });
  expect(rows.map(({ seq }) => seq)).toEqual([7, 6, 5, 4, 3, 2, 1]);
  expect(await audit().firstBroken(userId)).toBeNull();
});

it('S-33: the newest event, taken out, is missed once its process has written the next', async () => {
  const userId = newId();
  const log = audit();
  for (const n of [1, 2]) await log.record(userId, 'signed-in', { n });
  await test.sql`delete from audit_events where user_id = ${userId} and seq = 2`;
  await log.record(userId, 'signed-in', { n: 3 });
  expect(await log.firstBroken(userId)).toBe(2);
});

it('notifies its listeners of each entry', async () => {
  const log = audit();
  const received: string[] = [];
  const stop = log.onRecord((userId, { kind, seq }) => received.push(`${userId} ${kind} ${seq}`));
  const userId = newId();
  await log.record(userId, 'signed-up');
  stop();
  await log.record(userId, 'signed-in');
  expect(received).toEqual([`${userId} signed-up 1`]);
});

it('writes what belongs to an event with it, or neither', async () => {
  const log = audit();
  const userId = newId();
  const count = async () => {
    const [row] = await test.sql`select count(*)::int as count from switches where name = ${userId}`;
    return row?.count;
  };
  let isFull = true;
  log.onWrite({
    concerns: ({ kind }) => kind === 'signed-in',
    async write(tx, owner) {
      await tx.execute(`insert into switches (name, "on", changed_at) values ('${owner}', true, 1)`);
      if (isFull) throw new Error('the disk is full');
    },
  });
  await expect(log.record(userId, 'signed-in')).rejects.toThrow('the disk is full');
  expect([(await log.page(userId, { page: 0, size: 10 })).total, await count()]).toEqual([0, 0]);
  await log.record(userId, 'signed-up');
  expect([(await log.page(userId, { page: 0, size: 10 })).total, await count()]).toEqual([1, 0]);
  isFull = false;
  await log.record(userId, 'signed-in');
  expect([(await log.page(userId, { page: 0, size: 10 })).total, await count()]).toEqual([2, 1]);
});

it('finds the newest of some kinds', async () => {
  const log = audit();
  const userId = newId();
  await log.record(userId, 'telegram-linked', { n: 1 });
  await log.record(userId, 'telegram-unlinked', { n: 2 });
  await log.record(userId, 'signed-in', { n: 3 });
  expect(await log.latest(userId, ['telegram-linked', 'telegram-unlinked'])).toMatchObject({ seq: 2 });
  expect(await log.latest(userId, ['telegram-linked', 'telegram-unlinked'], { n: 1 })).toMatchObject({ seq: 1 });
  expect(await log.latest(userId, ['data-exported'])).toBeNull();
});

it('waits for what was to be written later', async () => {
  const log = audit();
  const userId = newId();
  for (const n of [1, 2, 3]) log.recordLater(userId, 'order-placed', { n });
  await log.idle();
  expect((await log.page(userId, { page: 0, size: 10 })).total).toBe(3);
  expect(await log.firstBroken(userId)).toBeNull();
});
