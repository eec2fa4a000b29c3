import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../../tests/setup/database.ts';
import { closable, type Closers } from '../../lib/closers.ts';
import { createLog } from '../../lib/log.ts';
import { localBus } from '../../runtime/bus/bus.ts';
import { openBudget } from './open-budget.ts';
import { until } from '../../../tests/setup/until.ts';

const [BANNED, OTHER] = ['https://banned.example', 'https://other.example'];
const MINUTE = 60_000;

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** As a process that starts opens it. */
async function started(address?: string) {
  const log = createLog('silent');
  const bus = localBus((error) => log.error({ error }));
  const metrics = { watchBudget: () => undefined };
  const env = { NATS_URL: undefined, OUTGOING_IP: address };
  const open = (closing: Closers) => openBudget({ env, log, db: database.db, bus, metrics }, closing);
  const { budget } = await closable(log, open);
  return (origin: string) => budget.weight(origin).limiter(Date.now);
}

it('M-18: a silence that an exchange asked for holds for a process that starts within it, and for its address alone', async () => {
  const before = await started();
  before(BANNED).pause(2 * MINUTE);
  before(BANNED).pause(MINUTE);
  await until(async () => expect((await started())(BANNED).admit(1, 'urgent')).toBeGreaterThan(MINUTE));
  const [after, elsewhere] = [await started(), await started('192.0.2.9')];
  expect([after(OTHER).admit(1, 'urgent'), elsewhere(BANNED).admit(1, 'urgent')]).toEqual([0, 0]);
  // A longer one that another process was asked for counts.
  after(BANNED).pause(5 * MINUTE);
  await until(async () => expect((await started())(BANNED).pausedFor()).toBeGreaterThan(4 * MINUTE));
  await database.sql`update exchange_silences set until = ${Date.now() - 1}`;
  expect((await started())(BANNED).admit(1, 'urgent')).toBe(0);
});
