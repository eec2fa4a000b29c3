import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../../tests/setup/database.ts';
import { openPushKeys } from '../../features/notifications/index.ts';
import { openVault } from '../../lib/vault.ts';
import { rewrapSiteSecrets, siteSecrets } from './site-secrets.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
const dataDir = mkdtempSync(join(tmpdir(), 'tandem-secrets-'));
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true });
});
afterEach(async () => {
  await database.sql`delete from site_secrets`;
  rmSync(join(dataDir, 'vapid.json'), { force: true });
});

const [FIRST, SECOND] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
const vault = (MASTER_KEY = FIRST, MASTER_KEY_OLD?: string) =>
  openVault({ DATA_DIR: dataDir, MASTER_KEY, MASTER_KEY_OLD }, { mayCreate: false });
const secrets = (of = vault()) => siteSecrets({ db: database.db, vault: of });
const REPLACEABLE = { replaceable: true };
const KEPT = { replaceable: false };
const never = () => {
  throw new Error('There is one already.');
};

it('is made once, for all processes, and not to be read from the database', async () => {
  const made = await Promise.all(
    ['one', 'other'].map((text) => secrets().getOrAdd('push keys', () => Buffer.from(text), KEPT)),
  );
  const [first = Buffer.alloc(0)] = made;
  expect(made).toEqual([first, first]);
  expect((await secrets().getOrAdd('push keys', never, KEPT)).equals(first)).toBe(true);
  const [row] = await database.sql<{ sealed: Buffer }[]>`select sealed from site_secrets`;
  expect(row?.sealed.includes(first)).toBe(false);
});

it('under another master key is refused with a sentence, and kept', async () => {
  await secrets().getOrAdd('push keys', () => Buffer.from('first'), KEPT);
  const other = secrets(vault(SECOND));
  await expect(other.getOrAdd('push keys', never, KEPT)).rejects.toThrow(
    /^The site's push keys are sealed under the master key [0-9a-f]{16}, and this one is [0-9a-f]{16}\. Put it back/,
  );
  expect((await secrets().getOrAdd('push keys', never, KEPT)).toString()).toBe('first');
});

it('under another master key is replaced where no account exists, and never where this key opens it', async () => {
  await secrets().getOrAdd('push keys', () => Buffer.from('first'), REPLACEABLE);
  expect((await secrets().getOrAdd('push keys', never, REPLACEABLE)).toString()).toBe('first');
  const other = secrets(vault(SECOND));
  expect((await other.getOrAdd('push keys', () => Buffer.from('second'), REPLACEABLE)).toString()).toBe('second');
});

it('S-30: is opened by the new master key alone after a rotation', async () => {
  await secrets().getOrAdd('push keys', () => Buffer.from('first'), KEPT);
  await rewrapSiteSecrets({ db: database.db, vault: vault(SECOND, FIRST) });
  expect((await secrets(vault(SECOND)).getOrAdd('push keys', never, KEPT)).toString()).toBe('first');
  await expect(secrets().getOrAdd('push keys', never, KEPT)).rejects.toThrow('sealed under the master key');
});

it('push keys that an older version kept in a file stay the keys of the site', async () => {
  const old = { publicKey: 'its public part', privateKey: 'its private part' };
  writeFileSync(join(dataDir, 'vapid.json'), JSON.stringify(old));
  expect(await openPushKeys(secrets(), { dataDir, anyAccount: true })).toEqual(old);
  rmSync(join(dataDir, 'vapid.json'));
  expect(await openPushKeys(secrets(), { dataDir, anyAccount: true })).toEqual(old);
});

it('push keys in a damaged file are not replaced in silence', async () => {
  writeFileSync(join(dataDir, 'vapid.json'), '{"publicKey":');
  await expect(openPushKeys(secrets(), { dataDir, anyAccount: true })).rejects.toThrow(
    'does not hold the push keys any more. Put them back, or remove it to make new ones.',
  );
});
