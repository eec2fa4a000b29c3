import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storedPerson } from '../../../../tests/factories/stored-blocks.ts';
import { testDatabase } from '../../../../tests/setup/database.ts';
import { blockListStore } from './list-blocks.store.ts';
import { keptBlocks } from './kept-blocks.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let who: Awaited<ReturnType<typeof storedPerson>>;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  who = await storedPerson(database);
});
afterAll(() => database.close());

const FILTER = { market: 'binance', symbol: 'XRPUSDT', counterEarning: true, section: 'buy', keyName: null } as const;
const found = async (owner = who.userId) => {
  const store = blockListStore(database.db, owner);
  return (await store.page(FILTER, { direction: 'desc', targetRanks: null }, { limit: 10, offset: 0 })).found;
};

/** One change of each table that a block is read from, past this server: `$1` is its owner. */
const CHANGES: [name: string, statement: string][] = [
  ['its targets', `update order_blocks set stop = '{"price": "0.4"}' where user_id = $1`],
  ['its result', `update positions set reason = 'Too late' where user_id = $1 and ordinal = 1`],
  ['an order', `update orders set state = 'partly-filled', filled_quantity = 50 where user_id = $1`],
  [
    'an order more',
    `insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'attempt', 9,
      'client_order_id', gen_random_uuid()))).* from orders o where user_id = $1`,
  ],
  ['a trade', `update fills set commission_price = 3 where user_id = $1`],
  [
    'a trade more',
    `insert into fills select (jsonb_populate_record(f, jsonb_build_object('trade_id', gen_random_uuid()))).*
      from fills f where user_id = $1`,
  ],
  ['a trade less', `delete from fills where user_id = $1`],
  ['a copy less', `delete from positions where user_id = $1 and ordinal = 1`],
  [`its key's name`, `update keys set name = 'Renamed' where user_id = $1 and name = 'Copy'`],
  [`its owner's name`, `update users set username = 'Eve' where user_id = $1`],
];

describe('blocks as they were read last', () => {
  it.each(CHANGES)('are read anew in every process after any change of what is stored: %s', async (_, statement) => {
    await who.addBlock({ keyNames: ['Main', 'Copy'] });
    const processes = [keptBlocks(database.db), keptBlocks(database.db)];
    const read = async () => {
      const blocks = await found();
      return Promise.all(processes.map((kept) => kept(who.userId, blocks)));
    };
    const before = await read();
    const again = await read();
    expect(again.map(([view]) => view)).toEqual(before.map(([view]) => view));
    expect(again[0]?.[0]).toBe(before[0]?.[0]);
    await database.sql.unsafe(statement, [who.userId]);
    const after = await read();
    const anew = await keptBlocks(database.db)(who.userId, await found());
    expect(after).toEqual([anew, anew]);
    expect(after[0]).not.toEqual(before[0]);
  });

  it('changed between the naming of a version and its reading are not kept as that version', async () => {
    await who.addBlock();
    const kept = keptBlocks(database.db);
    const named = await found();
    await database.sql`update positions set reason = 'Too late' where user_id = ${who.userId}`;
    const early = await kept(who.userId, named);
    expect(early[0]?.positions[0]?.row.reason).toBe('Too late');
    await database.sql`update positions set reason = 'Later' where user_id = ${who.userId}`;
    const late = await kept(who.userId, await found());
    expect(late[0]?.positions[0]?.row.reason).toBe('Later');
  });

  it('are given to their owner alone, and only so many are kept', async () => {
    await who.addBlock({ createdAt: 1 });
    await who.addBlock({ createdAt: 2 });
    const kept = keptBlocks(database.db, 1);
    const named = await found();
    const [young, old] = await kept(who.userId, named);
    expect([young?.block.id, old?.block.id]).toEqual(named.map(({ id }) => id));
    const stranger = await storedPerson(database);
    expect(await kept(stranger.userId, named)).toEqual([]);
    const [again, same] = await kept(who.userId, named);
    expect(same).toEqual(old);
    expect(again).not.toBe(young);
  });
});
