import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, person, trader, visitor } from '../../../../tests/factories/visitor.ts';
import { testDatabase } from '../../../../tests/setup/database.ts';
import { endOf, freePort, serverProcess, spawnScript, spawnServer } from '../../../../tests/setup/process.ts';
import { until } from '../../../../tests/setup/until.ts';
import { seal, unseal } from '../../../lib/seal.ts';
import { newId } from '../../../lib/id.ts';
import { readMasterKeys } from '../../../lib/master-key.ts';
import { openVault } from '../../../lib/vault.ts';

const MANY = 3000;
const SECRET = 'a secret of theirs';

let database: Awaited<ReturnType<typeof testDatabase>>;
let dataDir: string;
let variables: Record<string, string>;
beforeAll(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'tandem-vault-'));
  await chmod(dataDir, 0o755);
  variables = { DATA_DIR: dataDir, DATABASE_URL: database.url };
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

const files = async () => (await readdir(dataDir)).filter((name) => name.startsWith('master-key')).toSorted();
const rotation = () => spawnScript(['server/scripts/master-key.ts', 'rotate'], variables);
const ids = async () =>
  (
    await database.sql<{ id: string; of: number }[]>`
      select master_key_id as id, count(*)::int as of from users group by 1`
  ).map(({ id }) => id);

/** Accounts from before master keys had ids, each with a key whose secret is known and the password of `like`. */
async function addAccounts(many: number, like: string): Promise<void> {
  const vault = openVault({ DATA_DIR: dataDir }, { mayCreate: false });
  const people = Array.from({ length: many }, (_, index) => {
    const userId = newId();
    const wrapped = vault.newDataKey(userId);
    const secret = seal(vault.openDataKey(userId, wrapped), Buffer.from(`${SECRET} ${index}`), `${userId}|${userId}|1`);
    return {
      userId,
      email: `many${index}@example.org`,
      dataKey: wrapped.dataKey.toString('hex'),
      secret: secret.toString('hex'),
    };
  });
  const rows = JSON.stringify(people);
  await database.sql`
    insert into users (user_id, email, email_key, username, password_hash, data_key, created_at)
    select p."userId"::uuid, p.email, p.email, 'Ada', l.password_hash, decode(p."dataKey", 'hex'), 0
    from json_to_recordset(${rows}::text::json) as p("userId" text, email text, "dataKey" text),
      (select password_hash from users where email_key = ${like}) l`;
  await database.sql`
    insert into keys (user_id, id, market, name, api_key, sealed_secret, active, multiplier, created_at)
    select "userId"::uuid, "userId"::uuid, 'binance', 'Many', "userId", decode(secret, 'hex'), true, 1, 0
    from json_to_recordset(${rows}::text::json) as p("userId" text, secret text)`;
}

/** How many of the added accounts' secrets open. */
async function openSecrets(): Promise<number> {
  const vault = openVault({ DATA_DIR: dataDir }, { mayCreate: false });
  const rows = await database.sql<{ userId: string; dataKey: Buffer; masterKeyId: string; sealed: Buffer }[]>`
    select user_id as "userId", data_key as "dataKey", master_key_id as "masterKeyId", sealed_secret as sealed
    from users join keys using (user_id) where keys.name = 'Many'`;
  return rows.filter(({ userId, sealed, ...wrapped }) => {
    const dataKey = vault.openDataKey(userId, wrapped);
    return unseal(dataKey, sealed, `${userId}|${userId}|1`).toString().startsWith(SECRET);
  }).length;
}

it('S-30: the master key is replaced while the site runs, through a kill -9, and every secret still opens', async () => {
  let server = await serverProcess(variables);
  const first = await trader(server);
  await addAccounts(MANY, first.email);
  const before = readMasterKeys({ DATA_DIR: dataDir }).current?.id;

  // A lock on a row in the middle makes sure that the first run is killed half-way.
  const held = await database.sql.reserve();
  await held`begin`;
  await held`
    select 1 from users where user_id = (select user_id from users order by user_id offset ${MANY - 700} limit 1) for update`;
  const cut = rotation();
  await until(() => expect(cut.output()).toContain('accounts are under the new key'));
  await until(async () =>
    expect(
      await database.sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    ).not.toEqual([]),
  );
  cut.child.kill('SIGKILL');
  await endOf(cut.child);
  await held`rollback`;
  held.release();
  expect(await files()).toEqual(['master-key', 'master-key.old']);
  expect(await ids()).toHaveLength(2);
  expect(await openSecrets()).toBe(MANY);

  // A server from before the rotation and a new one open data under either key.
  const works = async (email: string) => {
    const one = visitor(server);
    await one.post('/j_spring_security_check', { j_email: email, j_password: PASSWORD });
    const { status, body } = await one.get('/api/key/all');
    expect([status, body.apiKeyMarketGroups.length]).toEqual([200, 1]);
  };
  for (const index of [0, MANY - 1]) await works(`many${index}@example.org`);
  await server.stop();
  server = await serverProcess(variables);
  for (const index of [1, MANY - 2]) await works(`many${index}@example.org`);

  const again = rotation();
  const newcomer = await trader(server);
  expect((await newcomer.buy({ price: 0.3 })).body.error).toBeNull();
  await works('many2@example.org');
  expect(await endOf(again.child), again.output()).toBe(0);
  expect(again.output()).toMatch(
    /The master key is replaced: [\d,]+ accounts were rewrapped, the old one is removed\./,
  );
  const now = readMasterKeys({ DATA_DIR: dataDir }).current?.id;
  expect(await files()).toEqual(['master-key']);
  expect((await stat(join(dataDir, 'master-key'))).mode & 0o777).toBe(0o600);
  expect(now).not.toBe(before);
  expect(await ids()).toEqual([now]);
  expect(await openSecrets()).toBe(MANY);
  await works('many3@example.org');
  const late = await person(server);
  expect((await late.get('/api/user')).body.email).toBe(late.email);
  await server.stop();
  server = await serverProcess(variables);
  await works('many4@example.org');
  await server.stop();
}, 240_000);

describe('F-28: the master key at start', () => {
  const start = async (given: Record<string, string>) => {
    const { child, output } = spawnServer({
      LOG_LEVEL: 'warn',
      ...variables,
      PORT: String(await freePort()),
      ...given,
    });
    return { code: await endOf(child), output: output() };
  };
  const other = randomBytes(32).toString('base64');

  it('is another than the accounts were sealed with: it does not start, in one sentence, and changes nothing', async () => {
    const kept = await readFile(join(dataDir, 'master-key'));
    const dump = () => database.sql`select user_id, data_key, master_key_id from users order by 1`;
    const before = await dump();
    await writeFile(join(dataDir, 'master-key'), other);
    const { code, output } = await start({});
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(
        /^The master key is another one \([0-9a-f]{16}\): there are accounts under the master key [0-9a-f]{16}, and .+ nothing was changed\.\n$/,
      ),
    ]);
    expect(await readFile(join(dataDir, 'master-key'), 'utf8')).toBe(other);
    const refused = rotation();
    expect(await endOf(refused.child)).toBe(1);
    expect(refused.output()).toMatch(/^The master key is another one/);
    expect(await files()).toEqual(['master-key']);
    await writeFile(join(dataDir, 'master-key'), kept);
    expect(await dump()).toEqual(before);
    expect(await openSecrets()).toBe(MANY);
  });

  it.each([
    ['cut short', { MASTER_KEY: 'c2hvcnQ=' }, 'MASTER_KEY must hold 32 bytes as base64 (it holds 5).\n'],
    [
      'of a file that is gone',
      { MASTER_KEY_FILE: '/nowhere/key' },
      'The master key /nowhere/key is missing: the accounts',
    ],
    [
      'of before, of a file that is gone',
      { MASTER_KEY_OLD_FILE: '/nowhere/old' },
      'The old master key /nowhere/old is missing.\n',
    ],
  ])('is %s: it does not start, in one sentence', async (_, given, sentence) => {
    const { code, output } = await start(given);
    expect([code, output.startsWith(sentence)], output).toEqual([1, true]);
  });

  it('S-30: configured by its operator, it is replaced by the one that is configured now', async () => {
    const kept = (await readFile(join(dataDir, 'master-key'), 'utf8')).trim();
    const rotate = async (given: Record<string, string>) => {
      const { child, output } = spawnScript(['server/scripts/master-key.ts', 'rotate'], { ...variables, ...given });
      return { code: await endOf(child), output: output() };
    };
    expect(await rotate({ MASTER_KEY: kept })).toEqual({ code: 1, output: expect.stringContaining('MASTER_KEY_OLD') });
    const done = await rotate({ MASTER_KEY: other, MASTER_KEY_OLD: kept });
    expect(done).toEqual({ code: 0, output: expect.stringContaining('MASTER_KEY_OLD may be removed everywhere.') });
    const server = await serverProcess({ ...variables, MASTER_KEY: other });
    await server.stop();
    expect((await start({ MASTER_KEY: kept })).code).toBe(1);
  });
});
