import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR } from '#contracts/rules/time.ts';
import { authenticator } from '../../tests/factories/authenticator.ts';
import { PASSWORD, person, trader, visitor, type Visitor } from '../../tests/factories/visitor.ts';
import { shiftedClock } from '../../tests/setup/shifted-clock.ts';
import { testSite, type TestSite } from '../../tests/setup/site.ts';
import { newId } from '../lib/id.ts';
import { createLog } from '../lib/log.ts';
import { createAudit } from './index.ts';

const { clock, pass } = shiftedClock();
const toNextHour = () => pass(HOUR - (clock() % HOUR) + 1);

let site: TestSite;
beforeAll(async () => {
  toNextHour();
  site = await testSite({}, clock);
});
afterAll(() => site.close());

interface Uses {
  keyUid: string | null;
  keyName: string | null;
  purpose: string;
  uses: number;
  firstAt: number;
  lastAt: number;
  final: boolean;
}

const usesOf = async (who: Visitor) => {
  const { content, intact } = (await who.get('/api/user/audit/secrets')).body;
  return { content: content as Uses[], intact: intact as boolean };
};
const rowsOf = (userId: string) =>
  site.database.sql<{ purpose: string; count: number }[]>`
    select purpose, count from secret_uses where user_id = ${userId} order by secret, seq`;
const idOf = async ({ email }: { email: string }): Promise<string> => {
  const [user] = await site.database.sql<{ user_id: string }[]>`select user_id from users where email = ${email}`;
  return user?.user_id ?? '';
};
/** The audit log of another process on the same database. */
const process = () => createAudit({ db: site.database.db, clock, log: createLog('silent') }).secrets;

it('S-60 S-33 each use of a key is listed by its purpose, with the hour and its number', async () => {
  const who = await trader(site);
  const other = await person(site);
  expect((await who.buy()).body.error).toBeNull();
  const now = await usesOf(who);
  expect(now.intact).toBe(true);
  expect(now.content).toContainEqual({
    keyUid: who.keyUid,
    keyName: 'Paper',
    purpose: 'trading',
    uses: expect.any(Number),
    firstAt: expect.any(Number),
    lastAt: expect.any(Number),
    final: false,
  });
  await who.get(`/api/key/${who.keyUid}/balances`);
  expect((await who.get(`/api/key/${who.keyUid}/check`)).status).toBe(200);
  const purposes = (await usesOf(who)).content.map(({ purpose }) => purpose);
  expect(new Set(purposes)).toEqual(new Set(['trading', 'balances', 'check']));

  toNextHour();
  expect((await who.buy()).body.error).toBeNull();
  const trading = (await usesOf(who)).content.filter(({ purpose }) => purpose === 'trading');
  expect(trading.map(({ final }) => final)).toEqual([false, true]);
  expect(trading[1]?.uses).toBeGreaterThan(1);
  expect((await usesOf(other)).content).toEqual([]);
});

it('S-60 S-33 each check of a code is a use of the secret of the app', async () => {
  const who = await person(site);
  const { secret } = (await who.post('/api/user/two-factor', {})).body as { secret: string };
  const app = authenticator(secret, clock);
  await who.post('/api/user/two-factor', { code: app.code() });
  pass(30_000);
  await visitor(site).post('/j_spring_security_check', {
    j_email: who.email,
    j_password: PASSWORD,
    j_code: app.code(),
  });
  toNextHour();
  const again = { j_email: who.email, j_password: PASSWORD, j_code: app.code() };
  expect((await visitor(site).post('/j_spring_security_check', again)).body).toEqual({ authorized: true });
  const { content, intact } = await usesOf(who);
  expect(intact).toBe(true);
  expect(content).toMatchObject([
    { keyUid: null, keyName: null, purpose: 'code', uses: 1 },
    { purpose: 'code', uses: 2, final: true },
  ]);
});

it('S-60 S-33 a key whose use cannot be written is not opened', async () => {
  const who = await trader(site);
  toNextHour();
  await site.database.sql`alter table secret_uses rename to no_secret_uses`;
  try {
    expect((await who.buy()).status).toBe(500);
  } finally {
    await site.database.sql`alter table no_secret_uses rename to secret_uses`;
  }
  expect((await who.rows()).content).toEqual({});
  expect((await who.buy()).body.error).toBeNull();
});

it.each([
  ['changed', (userId: string) => site.database.sql`update secret_uses set count = 1 where user_id = ${userId}`],
  ['taken out', (userId: string) => site.database.sql`delete from secret_uses where user_id = ${userId} and seq = 1`],
])('S-60 S-33 a use that was %s is found', async (_, tamper) => {
  const who = await person(site);
  const userId = await idOf(who);
  const secrets = process();
  const key = { userId, id: newId() };
  for (let nth = 0; nth < 3; nth += 1) await secrets.keyUse(key, 'trading');
  await secrets.stop();
  expect((await usesOf(who)).intact).toBe(true);
  await tamper(userId);
  expect((await usesOf(who)).intact).toBe(false);
});

it('S-60 S-33 uses within an hour are two rows of each process, one before the first and one with the number of the rest', async () => {
  const userId = newId();
  const key = { userId, id: newId() };
  const [one, other] = [process(), process()];
  await Promise.all(
    Array.from({ length: 41 }, () => Promise.all([one.keyUse(key, 'trading'), other.keyUse(key, 'trading')])),
  );
  expect(await rowsOf(userId)).toEqual([
    { purpose: 'trading', count: 1 },
    { purpose: 'trading', count: 1 },
  ]);
  toNextHour();
  await one.keyUse(key, 'trading');
  await other.stop();
  expect((await rowsOf(userId)).map(({ count }) => count).toSorted((a, b) => a - b)).toEqual([1, 1, 1, 40, 40]);
  expect(await one.areIntact(userId)).toBe(true);
  await one.stop();
});

it('S-60 S-33 many keys at once are written together', async () => {
  const userId = newId();
  const secrets = process();
  const keys = Array.from({ length: 50 }, () => ({ userId, id: newId() }));
  await Promise.all(keys.flatMap((key) => [secrets.keyUse(key, 'trading'), secrets.keyUse(key, 'balances')]));
  expect(await rowsOf(userId)).toHaveLength(100);
  expect(await secrets.areIntact(userId)).toBe(true);
  await secrets.stop();
});
