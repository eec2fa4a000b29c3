import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { trader } from '../../../tests/factories/visitor.ts';
import { dataFolder } from '../../../tests/setup/data-folder.ts';
import { testDatabase } from '../../../tests/setup/database.ts';
import { serverProcess } from '../../../tests/setup/process.ts';
import { until } from '../../../tests/setup/until.ts';

const TRADERS = 5;
const ORDERS_EACH = 10;
const KILLS = 20;

let database: Awaited<ReturnType<typeof testDatabase>>;
let server: Awaited<ReturnType<typeof serverProcess>>;
let sql: postgres.Sql;
const { path: dataDir, remove } = dataFolder();
beforeAll(async () => {
  database = await testDatabase();
  sql = postgres(database.url, { max: 1, onnotice: () => {}, connection: { application_name: 'test' } });
  server = await serverProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir });
});
afterAll(async () => {
  await server.stop();
  await sql.end();
  await database.close();
  remove();
});

type Trader = Awaited<ReturnType<typeof trader>>;

/** One backend of the server's dies, one at work first. Whether there was one. */
async function killOne(): Promise<boolean> {
  const killed = await sql`
    select pg_terminate_backend(pid) from (
      select pid from pg_stat_activity
      where datname = current_database() and application_name <> 'test' and backend_type = 'client backend'
      order by state = 'active' desc, state like 'idle in%' desc, random() limit 1) as unlucky`;
  return killed.length === 1;
}

/** As a page does it: the same press again, under the same key, until it is answered. */
async function place({ buy }: Trader, price: number): Promise<void> {
  const press = { 'idempotency-key': randomUUID() };
  for (;;) {
    const answer = await buy({ price, counterQuantity: 6 }, press).catch((error: unknown) => error);
    // A kept-alive connection may be closed just as it is used again; a server that ended fails the test.
    if (answer instanceof Error) {
      expect(server.child.exitCode, server.output()).toBeNull();
      await sleep(500);
      continue;
    }
    const { status, body } = answer as Awaited<ReturnType<typeof buy>>;
    if (status === 200) {
      expect(body.error).toBeNull();
      return;
    }
    expect([409, 429, 500, 502, 503], JSON.stringify(body)).toContain(status);
    await sleep(500);
  }
}

it('D-01 20 backends are killed under 50 orders: the server goes on, none is lost and none is placed twice', async () => {
  const traders: Trader[] = [];
  for (let nth = 0; nth < TRADERS; nth += 1) traders.push(await trader(server));
  const priceOf = (nth: number) => Number((0.3 + nth / 1000).toFixed(4));
  let killed = 0;
  const killing = (async () => {
    while (killed < KILLS) {
      if (await killOne()) killed += 1;
      await sleep(60);
    }
  })();
  await Promise.all(
    traders.map(async (one) => {
      for (let nth = 0; nth < ORDERS_EACH; nth += 1) await place(one, priceOf(nth));
    }),
  );
  await killing;
  expect(server.child.exitCode).toBeNull();

  const prices = Array.from({ length: ORDERS_EACH }, (_, nth) => priceOf(nth));
  await until(
    async () => {
      for (const { paperKey, rows } of traders) {
        const resting = await sql<{ price: string }[]>`
          select price from paper.orders where api_key = ${paperKey} order by price`;
        expect(resting.map(({ price }) => Number(price))).toEqual(prices);
        const shown: { firstPlacedPrice: number; status: string }[] = Object.values(
          (await rows()).content,
        ).flat() as [];
        expect(new Set(shown.map(({ status }) => status))).toEqual(new Set(['placed']));
        expect(shown).toHaveLength(ORDERS_EACH);
      }
    },
    { timeout: 60_000, interval: 500 },
  );
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
}, 180_000);
