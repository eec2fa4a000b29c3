import { afterAll, beforeAll, expect, it } from 'vitest';
import { multiplyBlocks } from '../../../../tests/bench/many-blocks.ts';
import { storedPerson } from '../../../../tests/factories/stored-blocks.ts';
import { testDatabase } from '../../../../tests/setup/database.ts';
import { readViews } from './block-view.store.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it('more blocks than one statement reads come whole, each once, in the order asked for', async () => {
  const { userId, addBlock } = await storedPerson(database);
  await addBlock({ keyNames: ['Main', 'Copy'] });
  await multiplyBlocks(database, 249);
  const found = await database.sql`select id from order_blocks where user_id = ${userId} order by created_at`;
  const ids = found.map(({ id }) => String(id));
  const views = await readViews(database.db, userId, ids);
  expect(ids).toHaveLength(250);
  expect(views.map(({ block }) => block.id)).toEqual(ids);
  expect(views.every(({ positions }) => positions.length === 2 && positions[0]?.keyName === 'Main')).toBe(true);
  expect(views.flatMap(({ positions }) => positions).every(({ orders }) => orders.length === 1)).toBe(true);
});
