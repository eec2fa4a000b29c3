import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#contracts/rules/time.ts';
import { testSite, type TestSite } from '../../../../tests/setup/site.ts';
import { trader } from '../../../../tests/factories/visitor.ts';

let now = Math.floor(Date.now() / DAY) * DAY + 30 * MINUTE;
let site: TestSite;
beforeAll(async () => {
  site = await testSite({}, () => now);
});
afterAll(() => site.close());

const record = () => site.deps.keys.recorder.lookNow();
type Trader = Awaited<ReturnType<typeof trader>>;
const worth = async (who: Trader, span = '1d') =>
  (await who.get(`/api/overview/worth?span=${span}`)).body as {
    usdt: number | null;
    keys: number;
    unknown: string[];
    points: { at: number; usdt: number | null }[];
  };

it('is written once a key and hour and once a day, and a missed hour is a gap', async () => {
  const who = await trader(site);
  expect(await worth(who)).toMatchObject({ keys: 1, unknown: [], points: [] });
  await record();
  await record();
  const first = await worth(who);
  expect(first.points).toEqual([{ at: now, usdt: first.usdt }]);
  expect(first.usdt).toBeGreaterThan(0);
  now += 2 * HOUR;
  await record();
  const { points } = await worth(who);
  expect(points.map(({ usdt }) => usdt === null)).toEqual([false, true, false]);
  expect((await worth(who, 'all')).points).toHaveLength(1);
  const rows = await site.database
    .sql`select grain from worth_snapshots where user_id = (select user_id from keys where id = ${who.keyUid}) order by 1`;
  expect(rows.map(({ grain }) => grain as string)).toEqual(['day', 'hour', 'hour']);
  expect((await worth(await trader(site))).points).toEqual([]);
});

it('a price that is not known is asked for again, and is a gap after ten minutes, never zero', async () => {
  const who = await trader(site);
  now = Math.floor(now / HOUR) * HOUR + HOUR;
  const { sql } = site.database;
  await sql`update keys set api_key = 'nobody' || id where user_id = (select user_id from keys where id = ${who.keyUid})`;
  const [key] = await sql`select user_id from keys where id = ${who.keyUid}`;
  site.deps.keys.forget(key?.['user_id'] as string);
  await record();
  expect(
    await sql`select 1 from worth_snapshots where user_id = (select user_id from keys where id = ${who.keyUid}) and grain = 'hour'`,
  ).toHaveLength(0);
  now += 11 * MINUTE;
  await record();
  const shown = await worth(who);
  expect(shown).toMatchObject({ usdt: null, unknown: ['Paper'], points: [{ usdt: null }] });
});

it('hours are forgotten after a month, days are kept', async () => {
  const who = await trader(site);
  await record();
  now += 40 * DAY;
  await record();
  const rows = await site.database.sql`
    select grain, count(*)::int as count from worth_snapshots where user_id = (select user_id from keys where id = ${who.keyUid}) group by 1 order by 1`;
  // Not used since: no more snapshots of this person.
  expect(rows.map(({ grain, count }) => [grain as string, count as number])).toEqual([['day', 1]]);
});
