import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { byHand } from '../../../../tests/factories/external-group.ts';
import { buyLimit } from '../../../../tests/factories/paper-exchange.ts';
import { trader } from '../../../../tests/factories/visitor.ts';
import { testDatabase } from '../../../../tests/setup/database.ts';
import { freePort, serverProcess } from '../../../../tests/setup/process.ts';
import { printSeedOnFailure, SEED } from '../../../../tests/setup/seed.ts';
import { until } from '../../../../tests/setup/until.ts';
import { randomFrom } from '../../../exchanges/paper/market/random.ts';

const { uniform } = randomFrom(`${SEED}`);
printSeedOnFailure();

let database: Awaited<ReturnType<typeof testDatabase>>;
let server: Awaited<ReturnType<typeof serverProcess>>;
let variables: Record<string, string>;
let origin: string;
beforeAll(async () => {
  database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'tandem-outside-'));
  await chmod(dataDir, 0o755);
  const [port, paperPort] = [await freePort(), await freePort()];
  origin = `http://127.0.0.1:${paperPort}`;
  const ports = { PORT: String(port), PAPER_PORT: String(paperPort) };
  variables = { DATABASE_URL: database.url, DATA_DIR: dataDir, ...ports };
  server = await serverProcess(variables);
});
afterAll(async () => {
  await server.stop();
  await database.close();
  await rm(variables['DATA_DIR'] ?? '', { recursive: true, force: true });
});

/** A main key with one copy key, both of 10,000 USDT, that repeats what is done by hand. */
async function pairOfKeys() {
  const who = await trader(server);
  const { key, secret } = (await who.post('/api/paper/key', {})).body as { key: string; secret: string };
  const copy = { market: 'binance', name: 'Copy', key, secret, mainUid: who.keyUid, groupName: 'Both' };
  expect((await who.post('/api/key/group', copy)).body.error).toBeNull();
  const repeated = { mainUid: who.keyUid, repeatOutside: true };
  expect((await who.send('PUT', '/api/key/group/outside', { json: repeated })).body).toEqual({ error: null });
  return { who, copyKey: key, hand: byHand(origin, { key: who.paperKey, secret: who.paperSecret }) };
}

/** What became of each of the owner's orders: in how many blocks it stands, and how its copy does. */
const standing = (paperKey: string, copyKey: string) => database.sql<
  { copies: number; blocks: number; state: string }[]
>`
  select (select count(*) from paper.orders p where p.api_key = ${copyKey} and p.price = m.price)::int as copies,
    (select count(*) from orders o where o.exchange_order_id = m.order_id::text and o.external)::int
      as blocks,
    coalesce((select c.state from orders o join positions c on c.block_id = o.block_id and c.ordinal = 1
      where o.exchange_order_id = m.order_id::text), '') as state
  from paper.orders m where m.api_key = ${paperKey} order by m.order_id`;

it('M-01, M-07: kill -9 while deals are repeated: each is repeated once, or left out with its reason', async () => {
  const { who, copyKey, hand } = await pairOfKeys();
  const prices = ['0.2001', '0.2002', '0.2003', '0.2004'];
  for (const price of prices) {
    expect((await hand.place(buyLimit('100', price))).status).toBe(200);
    await sleep(uniform() * 150);
    await server.kill();
    server = await serverProcess(variables);
  }
  const alive = buyLimit('100', '0.2009');
  expect((await hand.place(alive)).status).toBe(200);
  await until(
    async () => {
      const found = await standing(who.paperKey, copyKey);
      expect(found).toHaveLength(prices.length + 1);
      expect(found.at(-1)).toEqual({ blocks: 1, copies: 1, state: 'placed' });
      for (const { blocks, copies, state } of found) {
        expect(blocks).toBe(1);
        expect([
          ['placed', 1],
          ['skipped', 0],
          ['rejected', 0],
        ]).toContainEqual([state, copies]);
      }
    },
    { timeout: 90_000, interval: 500 },
  );
}, 300_000);
