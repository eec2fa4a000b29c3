import { afterAll, beforeAll, expect, it } from 'vitest';
import { person, trader, visitor, type Visitor } from '../../tests/factories/visitor.ts';
import { testSite, type TestSite } from '../../tests/setup/site.ts';
import { until } from '../../tests/setup/until.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());

interface Event {
  seq: number;
  kind: string;
  details: Record<string, unknown>;
}

const log = async (who: Visitor, page = 0) => (await who.get(`/api/user/audit?page=${page}`)).body;
/** The newest event of a kind, once it is stored. */
const noted = (who: Visitor, kind: string): Promise<Event['details']> =>
  until(async () => {
    const found = ((await log(who)).content as Event[]).find((event) => event.kind === kind);
    if (!found) throw new Error(`${kind} is not written yet`);
    return found.details;
  });

it('S-47: a person reads their own events, newest first, ten a page', async () => {
  const ada = await person(site);
  const before = (await log(ada)).totalRecords as number;
  const [{ userId } = { userId: '' }] = await site.database.sql<{ userId: string }[]>`
    select user_id as "userId" from users where email = ${ada.email}`;
  for (let n = 0; n < 12; n += 1) await site.deps.audit.record(userId, 'profile-changed', { field: 'username', n });
  const first = await log(ada);
  expect(first).toMatchObject({ totalRecords: before + 12, pageNumber: 0, lastPageNumber: 1, intact: true });
  expect(first.content.map(({ details }: Event) => details['n'])).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
  const second = await log(ada, 1);
  expect(second.content).toHaveLength(before + 2);
  expect(second.content.at(-1)).toMatchObject({ seq: 1, kind: 'signed-up' });
  const bob = await person(site);
  expect((await log(bob)).content.filter(({ kind }: Event) => kind === 'profile-changed')).toEqual([]);
  expect((await visitor(site).get('/api/user/audit')).status).toBe(401);
  expect((await ada.get('/api/user/audit?page=-1')).status).toBe(400);
});

it('S-33: says when an event is not as it was written', async () => {
  const ada = await person(site);
  expect((await log(ada)).intact).toBe(true);
  await site.database.sql`
    update audit_events set details = '{"x":1}'
    where seq = 1 and user_id = (select user_id from users where email = ${ada.email})`;
  expect((await log(ada)).intact).toBe(false);
});

it('S-47: holds what was done to keys, without their secrets', async () => {
  const who = await trader(site);
  const added = await noted(who, 'key-added');
  expect(added).toMatchObject({ market: 'binance', name: 'Paper', device: expect.any(String), address: 'local' });
  expect(added['key']).toMatch(/^.{4}\W+.{4}$/);
  await who.send('PUT', '/api/key/group/outside', { json: { mainUid: who.keyUid, repeatOutside: true } });
  expect(await noted(who, 'key-changed')).toMatchObject({ uid: who.keyUid, repeatOutside: true });
  const { text } = await who.get('/api/user/audit');
  for (const part of [who.paperKey, who.paperSecret]) expect(text).not.toContain(part);
});
