import { afterAll, beforeAll, expect, it } from 'vitest';
import { listAlerts } from '#contracts/alerts.ts';
import * as z from 'zod/mini';
import { person, type Visitor } from '../../../tests/factories/visitor.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());

const LEVEL = { price: 0.53, type: 'PRICE_RISES_ABOVE' };
const add = async (who: Visitor, of: Record<string, unknown>): Promise<string> => {
  const alert = { market: 'BINANCE', symbol: 'XRP_USDT', informing: 'ONLY_ONCE', ...of };
  const { body } = await who.post('/api/alert/', alert);
  expect(body.error).toBeNull();
  return body.alert.id;
};
const list = async (who: Visitor) => (await who.get('/api/alert/list?market=BINANCE')).body;

/** One change of what a row shows, past this server. */
const CHANGES: [name: string, statement: string, shown: Record<string, unknown>][] = [
  ['its level', 'update alerts set price = 0.6 where user_id = $1', { price: 0.6 }],
  ['its comment', `update alerts set comment = 'Sell' where user_id = $1`, { comment: 'Sell' }],
  [
    'a firing',
    'update alerts set executed = true, executed_at = 5 where user_id = $1',
    { executed: true, executedAt: 5 },
  ],
  ['whether it waits', 'update alerts set active = false where user_id = $1', { active: false }],
];

it.each(CHANGES)('P: the list shows an alert as it is stored, whichever process changes it: %s', async (...of) => {
  const [, statement, shown] = of;
  const ada = await person(site);
  await add(ada, LEVEL);
  const [before] = (await list(ada)).content;
  const [owner] = await site.database.sql<{ id: string }[]>`select user_id as id from users where email = ${ada.email}`;
  await site.database.sql.unsafe(statement, [owner?.id ?? '']);
  expect((await list(ada)).content).toEqual([{ ...before, ...shown }]);
});

it('P: the list of alerts is what its contract says, newest first, whether or not it was read before', async () => {
  const ada = await person(site);
  const ids = [await add(ada, LEVEL), await add(ada, { comment: 'a "quoted" text', ...LEVEL })];
  const before = await list(ada);
  const again = await list(ada);
  expect(again).toEqual(before);
  expect(z.encode(listAlerts.response, z.decode(listAlerts.response, again))).toEqual(again);
  expect(again).toMatchObject({ totalRecords: 2, pageNumber: 0, lastPageNumber: 0, error: null });
  expect(again.content.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
});

it('P: an alert that was removed is not listed, and a list without alerts is empty', async () => {
  const ada = await person(site);
  expect(await list(ada)).toMatchObject({ content: [], totalRecords: 0, lastPageNumber: 0 });
  const id = await add(ada, LEVEL);
  expect((await list(ada)).totalRecords).toBe(1);
  await ada.send('DELETE', `/api/alert/${id}`);
  expect(await list(ada)).toMatchObject({ content: [], totalRecords: 0 });
});
