import { afterAll, expect, it } from 'vitest';
import { storedPerson } from '../../../../tests/factories/stored-blocks.ts';
import { testDatabase } from '../../../../tests/setup/database.ts';
import { openDatabase } from '../../../db/database.ts';
import { blockListStore } from './list-blocks.store.ts';

const database = await testDatabase();
afterAll(() => database.close());

const FILTER = { market: 'binance', symbol: 'XRPUSDT', counterEarning: true, section: 'buy', keyName: null } as const;

it('a list of someone with fewer blocks than others is planned once for each connection, not anew for each request', async () => {
  const blocksOf = [10, 10, 10, 10, 20, 20, 20, 20];
  const people = await Promise.all(blocksOf.map(() => storedPerson(database)));
  for (const [at, count] of blocksOf.entries())
    for (let nth = 0; nth < count; nth += 1) await people[at]?.addBlock({ createdAt: nth });
  await database.sql`analyze`;
  const { db, sql, close } = openDatabase(database.url, { max: 1 });
  const store = blockListStore(db, people[0]?.userId ?? '');
  const read = () => store.page(FILTER, { direction: 'desc', targetRanks: null }, { limit: 10, offset: 0 });
  for (let times = 0; times < 12; times += 1) expect((await read()).total).toBe(10);
  const [plans] = await sql`
    select generic_plans, custom_plans from pg_prepared_statements where starts_with(statement, 'select "id", concat_ws')`;
  await close();
  expect(plans).toEqual({ generic_plans: '7', custom_plans: '5' });
});
