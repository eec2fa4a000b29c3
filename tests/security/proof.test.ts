import { endpoints } from '#contracts/index.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { trader } from '../factories/visitor.ts';
import { shiftedClock } from '../setup/shifted-clock.ts';
import { testSite, type TestSite } from '../setup/site.ts';

let site: TestSite;
const { clock, pass } = shiftedClock();
beforeAll(async () => {
  site = await testSite({}, clock);
});
afterAll(() => site.close());

const SIX_MINUTES = 6 * 60_000;

it('S-08 an old session adds no key and no copy key before it has proved who is there', async () => {
  const who = await trader(site);
  const { key, secret } = (await who.post('/api/paper/key', {})).body as { key: string; secret: string };
  const wanted = { market: 'binance', name: 'Another', key, secret };
  pass(SIX_MINUTES);
  for (const [path, json] of [
    ['/api/key', wanted],
    ['/api/key/group', { ...wanted, mainUid: who.keyUid, groupName: 'A' }],
  ] as const) {
    const { status, body } = await who.post(path, json);
    expect([path, status, body.confirm]).toEqual([path, 403, true]);
  }
  const [{ count } = { count: 0 }] = await site.database.sql<
    { count: number }[]
  >`select count(*)::int as count from keys`;
  expect(count).toBe(1);
});

it('S-08 these calls ask for a fresh proof, and no fewer', () => {
  const asking = Object.entries(endpoints).flatMap(([name, { confirm }]) => (confirm ? [name] : []));
  expect(asking).toEqual(expect.arrayContaining(['addKey', 'addCopyKey']));
});
