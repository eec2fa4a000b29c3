import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../tests/setup/database.ts';
import { big } from '../../tests/factories/block-sketch.ts';
import { exitsAt, NO_EXITS } from '../domain/position/exits.ts';
import { migrateDatabase } from './migrate.ts';
import { orderBlocks, orders } from './schema/orders.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
const root = mkdtempSync(join(tmpdir(), 'tandem-migrate-'));

beforeAll(async () => {
  database = await testDatabase('template0');
});
afterAll(async () => {
  await database.close();
  rmSync(root, { recursive: true });
});

/** Brings the database to how it was after the migration of that number. */
async function migrateTo(last: number): Promise<void> {
  cpSync('drizzle', join(root, 'drizzle'), { recursive: true });
  const path = join(root, 'drizzle/meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { idx: number }[] };
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.filter(({ idx }) => idx <= last) }));
  await migrateDatabase(database, root);
}

it('what blocks and orders of the release before hold is kept: exits as a list, ids of external orders as columns', async () => {
  await migrateTo(22);
  const { sql, db } = database;
  const userId = crypto.randomUUID();
  const add = async (takeProfit: string | null, stopLoss: string | null): Promise<string> => {
    const id = crypto.randomUUID();
    await sql`insert into order_blocks
      (user_id, id, market, symbol, section, counter_earning, take_profit, stop_loss, created_at, updated_at)
      values (${userId}, ${id}, 'binance', 'XRPUSDT', 'buy', true, ${takeProfit}, ${stopLoss}, 1, 1)`;
    return id;
  };
  const [both, profit, stop, none] = [
    await add('0.546', '0.494'),
    await add('1000', null),
    await add(null, '0.000000012'),
    await add(null, null),
  ];
  const key = crypto.randomUUID();
  let attempt = 0;
  const addOrder = (name: string, exchangeId: string) => sql`insert into orders
    (user_id, id, block_id, position_id, key_id, market, symbol, leg, attempt, client_order_id, exchange_order_id, side,
      price, quantity, state, filled_quantity, filled_counter_quantity, placed_at, updated_at)
    values (${userId}, ${crypto.randomUUID()}, ${both}, ${both}, ${key}, 'binance', 'XRPUSDT', 'close', ${(attempt += 1)},
      ${name}, ${exchangeId}, 'sell', 1, 1, 'open', 0, 0, 1, 1)`;
  await addOrder('TD01a2077aecf77bc28ea1624abb482a8e', '7');
  await addOrder(`outside ${key} XRPUSDT 8 44 web_1`, '8');
  await addOrder(`outside ${key} XRPUSDT 9 - two words +1`, '9');
  await migrateDatabase(database, process.cwd());
  const { external, clientOrderId, externalClientId, externalListId } = orders;
  expect(
    await db.select({ external, clientOrderId, externalClientId, externalListId }).from(orders).orderBy(orders.attempt),
  ).toEqual([
    {
      external: false,
      clientOrderId: 'TD01a2077aecf77bc28ea1624abb482a8e',
      externalClientId: null,
      externalListId: null,
    },
    {
      external: true,
      clientOrderId: `external ${key} XRPUSDT 8`,
      externalClientId: 'web_1',
      externalListId: '44',
    },
    {
      external: true,
      clientOrderId: `external ${key} XRPUSDT 9 +1`,
      externalClientId: 'two words',
      externalListId: null,
    },
  ]);
  const exitsOf = async (id: string) => {
    const { takeProfits, stop: stopAt } = orderBlocks;
    const rows = await db.select({ takeProfits, stop: stopAt }).from(orderBlocks).where(eq(orderBlocks.id, id));
    return rows[0];
  };
  expect(await exitsOf(both)).toEqual(exitsAt(big('0.546'), big('0.494')));
  expect(await exitsOf(profit)).toEqual(exitsAt(big('1000'), null));
  expect(await exitsOf(stop)).toEqual(exitsAt(null, big('0.000000012')));
  expect(await exitsOf(none)).toEqual(NO_EXITS);
});

it('a version that is older than the database is refused with a sentence, and changes nothing', async () => {
  await migrateDatabase(database, process.cwd());
  await expect(migrateTo(22)).rejects.toThrow(
    /^The database belongs to a newer version of Tandem: start that version, or restore a backup from before it\./,
  );
  await migrateDatabase(database, process.cwd());
});
