import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deletedAccounts, readDeletedAccounts } from './deleted-accounts.ts';

const [ADA, BOB, EVE] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
const BEGIN = Date.parse('2026-11-21T10:00:00Z');
const HOUR = 3_600_000;
let dataDir: string;
let now: number;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tandem-deleted-'));
  now = BEGIN;
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const noted = async () => (await readDeletedAccounts(dataDir))?.accounts.map(({ userId }) => userId);

it('E-04: deleted accounts are remembered by their ids, as long as a kept backup may hold them', async () => {
  const deleted = deletedAccounts({ dataDir, clock: () => now });
  expect(await readDeletedAccounts(dataDir)).toBeNull();
  await deleted.begin();
  now += HOUR;
  await deleted.note(ADA);
  now += HOUR;
  await Promise.all([deleted.note(BOB), deleted.note(EVE), deleted.begin()]);
  expect(await readDeletedAccounts(dataDir)).toEqual({
    since: BEGIN,
    accounts: [
      { userId: ADA, at: BEGIN + HOUR },
      { userId: BOB, at: now },
      { userId: EVE, at: now },
    ],
  });
  expect((await stat(join(dataDir, 'deleted-accounts.json'))).mode & 0o777).toBe(0o600);
  await deleted.keepSince(BEGIN - HOUR);
  expect(await noted()).toEqual([ADA, BOB, EVE]);
  await deleted.keepSince(BEGIN + HOUR + HOUR / 2);
  expect(await readDeletedAccounts(dataDir)).toMatchObject({ since: BEGIN + HOUR + HOUR / 2 });
  expect(await noted()).toEqual([BOB, EVE]);
});

it('E-04: an account whose deletion failed is not remembered', async () => {
  const deleted = deletedAccounts({ dataDir, clock: () => now });
  await deleted.note(ADA);
  await deleted.note(BOB);
  await deleted.takeBack(ADA);
  expect(await noted()).toEqual([BOB]);
});

it('E-04: a damaged list begins anew from now, so that backups go on and a restore says what is not known', async () => {
  const deleted = deletedAccounts({ dataDir, clock: () => now });
  await deleted.note(ADA);
  await writeFile(join(dataDir, 'deleted-accounts.json'), '{"since":');
  expect(await readDeletedAccounts(dataDir)).toBeNull();
  now += HOUR;
  await deleted.begin();
  expect(await readDeletedAccounts(dataDir)).toEqual({ since: now, accounts: [] });
});
