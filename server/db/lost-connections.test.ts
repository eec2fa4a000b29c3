import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../tests/setup/database.ts';
import { openDatabase, type Database } from './database.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let killer: postgres.Sql;
beforeAll(async () => {
  database = await testDatabase();
  killer = postgres(database.url, { max: 1, onnotice: () => {} });
  await killer`create table written (who text)`;
});
afterAll(async () => {
  await killer.end();
  await database.close();
});

const written = async () => (await killer`select who from written order by who`).map(({ who }) => String(who));

/** Terminates a backend, and waits until it is gone. */
async function kill(pid: number): Promise<void> {
  await killer`select pg_terminate_backend(${pid}, 5000)`;
}

async function pool(max: number): Promise<Database> {
  const opened = openDatabase(database.url, { max });
  await opened.sql`select 1`;
  return opened;
}

const pidOf = async (sql: postgres.ISql): Promise<number> =>
  Number((await sql`select pg_backend_pid() as pid`)[0]?.['pid']);

it('a database that was away is tried again within a second, however often it was tried', () => {
  const { sql, close } = openDatabase(database.url);
  const { backoff } = sql.options;
  expect(typeof backoff).toBe('function');
  const pauses = Array.from({ length: 60 }, (_, retries) => (typeof backoff === 'function' ? backoff(retries) : NaN));
  expect(Math.max(...pauses)).toBeLessThanOrEqual(1);
  expect(pauses[0]).toBeLessThan(0.1);
  expect(Math.min(...pauses.slice(10))).toBeGreaterThan(0.1);
  return close();
});

// Uncaught errors fail the run, as they would end the server.
describe('D-01 a backend of PostgreSQL dies', () => {
  it('D-01 under a query that is sent again and again: each is answered or refused, and the pool goes on', async () => {
    const { sql, close } = await pool(3);
    for (let round = 0; round < 10; round += 1) {
      const pid = await pidOf(sql);
      const asked = Array.from({ length: 12 }, () => sql`select pg_sleep(0.005)`);
      const [, ...ends] = await Promise.allSettled([kill(pid), ...asked]);
      expect(ends).toHaveLength(12);
      expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
    }
    await close();
  });

  it('D-01 within a transaction: what it still asks is refused, and nothing of it is written', async () => {
    const { sql, close } = await pool(1);
    const after = Promise.withResolvers<string[]>();
    const late = (tx: postgres.TransactionSql, nth: number) =>
      tx`insert into written values (${`late ${nth}`})`.then(
        () => 'written',
        () => 'refused',
      );
    const broken = sql.begin(async (tx) => {
      await tx`insert into written values ('lost before')`;
      await kill(await pidOf(tx));
      await tx`insert into written values ('lost')`.catch(() => {});
      after.resolve(await Promise.all([late(tx, 1), late(tx, 2), late(tx, 3)]));
    });
    await expect(broken).rejects.toThrow();
    expect(await after.promise).toEqual(['refused', 'refused', 'refused']);
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
    expect(await written()).toEqual([]);
    await close();
  });

  it('D-01 a transaction that lost its connection never writes into another one that has it now', async () => {
    const { sql, close } = await pool(1);
    const [gate, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
    const first = sql.begin(async (tx) => {
      await kill(await pidOf(tx));
      await tx`select 1`.catch(() => {});
      await gate.promise;
      const insert = tx`insert into written values ('of the dead one')`;
      asked.resolve(
        await insert.then(
          () => 'written',
          () => 'refused',
        ),
      );
    });
    await expect(first).rejects.toThrow();
    await sql.begin(async (tx) => {
      await tx`insert into written values ('of the living one')`;
      gate.resolve();
      expect(await asked.promise).toBe('refused');
    });
    expect(await written()).toEqual(['of the living one']);
    await close();
  });

  it('D-01 between two queries: the next one does not get the error of the connection before', async () => {
    const { sql, close } = await pool(1);
    for (let round = 0; round < 5; round += 1) {
      await kill(await pidOf(sql));
      const next = await sql`select 1`.then(
        () => 'answered',
        ({ code }: { code: string }) => code,
      );
      expect(['answered', 'CONNECTION_CLOSED', 'ECONNRESET']).toContain(next);
      expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
    }
    await close();
  });

  it('D-01 a connection that is held after its end: what is asked of it is refused, and the pool goes on', async () => {
    const { sql, close } = await pool(2);
    const held = await sql.reserve();
    await kill(await pidOf(held));
    await held`select 1`.catch(() => {});
    const end = await held`select 1`.then(
      () => 'answered',
      ({ code }: { code: string }) => code,
    );
    expect(end).toBe('CONNECTION_CLOSED');
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
    await close();
  });

  it.each([99, 100, 101])(
    'D-01 a transaction has its connection to itself behind %i queries sent ahead',
    async (ahead) => {
      const { sql, close } = await pool(1);
      const others = Array.from({ length: ahead }, () => sql`select 1`.execute());
      const begun = sql.begin((tx) => tx`select 1`);
      await Promise.all([...others, begun]);
      const id = async () => String((await sql`select pg_current_xact_id() as id`)[0]?.['id']);
      expect(await id()).not.toBe(await id());
      await close();
    },
  );

  it('D-01 while a new connection asks for the types of arrays: the next one is asked instead, and the process goes on', async () => {
    const behind = new URL(database.url);
    let ended = 0;
    const proxy = createServer((client) => {
      const backend = connect(Number(behind.port), behind.hostname);
      client.on('data', (asked) => {
        const refused = ended < 2 && asked.includes('typarray');
        if (refused) ended += 1;
        if (refused) client.resetAndDestroy();
        else backend.write(asked);
      });
      backend.pipe(client);
      for (const socket of [client, backend]) {
        socket.on('error', () => {});
        socket.on('close', () => [client, backend].forEach((other) => other.destroy()));
      }
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    const through = Object.assign(new URL(behind), { hostname: '127.0.0.1', port });
    const { sql, close } = openDatabase(through.href, { max: 1 });
    const ask = () => sql`select ${[1, 2]}::int[] as both`;
    await expect(ask()).rejects.toThrow('ECONNRESET');
    await expect(ask()).rejects.toThrow('ECONNRESET');
    expect(await ask()).toEqual([{ both: [1, 2] }]);
    await close();
    proxy.close();
  });
});
