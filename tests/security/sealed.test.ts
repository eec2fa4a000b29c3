import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seal, unseal } from '../../server/lib/seal.ts';
import { openVault } from '../../server/lib/vault.ts';
import { trader } from '../factories/visitor.ts';
import { testSite, type TestSite } from '../setup/site.ts';

const newKey = () => randomBytes(32).toString('base64');
const MASTER_KEY = newKey();
const vaultOf = (key: string) => openVault({ MASTER_KEY: key, DATA_DIR: '/nowhere' }, { mayCreate: false });

let site: TestSite;
let people: Awaited<ReturnType<typeof trader>>[];
beforeAll(async () => {
  site = await testSite({ MASTER_KEY });
  people = [await trader(site), await trader(site)];
});
afterAll(() => site.close());

interface Row {
  userId: string;
  dataKey: Buffer;
  masterKeyId: string;
  keyId: string;
  sealed: Buffer;
  version: number;
}
/** What a copy of the database holds. */
const dump = () => site.database.sql<Row[]>`
  select user_id as "userId", data_key as "dataKey", master_key_id as "masterKeyId", k.id as "keyId",
    sealed_secret as sealed, seal_version as version
  from users join keys k using (user_id)`;

describe('S-27, S-29: a copy of the database', () => {
  it('opens every secret with the master key, and none without', async () => {
    const rows = await dump();
    const opened = (key: string) =>
      rows.flatMap(({ userId, keyId, sealed, version, ...wrapped }) => {
        const vault = vaultOf(key);
        if (!vault.opens(userId, { ...wrapped, masterKeyId: '' })) return [];
        return [unseal(vault.openDataKey(userId, wrapped), sealed, `${userId}|${keyId}|${version}`).toString()];
      });
    expect(opened(MASTER_KEY).toSorted()).toEqual(people.map(({ paperSecret }) => paperSecret).toSorted());
    for (let tries = 0; tries < 100; tries += 1) expect(opened(newKey())).toEqual([]);
  });

  it('holds no master key, and no data key that is not wrapped', async () => {
    const [{ text } = { text: '' }] = await site.database.sql<{ text: string }[]>`
      select string_agg(t::text, ' ') as text from (select * from users) t`;
    const vault = vaultOf(MASTER_KEY);
    const dataKeys = (await dump()).map(({ userId, ...wrapped }) => vault.openDataKey(userId, wrapped));
    const secrets = [Buffer.from(MASTER_KEY, 'base64'), ...dataKeys];
    for (const secret of secrets) {
      expect(text).not.toContain(secret.toString('hex'));
      expect(text).not.toContain(secret.toString('base64'));
    }
  });

  it('of which anything is moved to another place opens nothing', async () => {
    const [one, two] = await dump();
    if (!one || !two) throw new Error('there are two keys');
    const vault = vaultOf(MASTER_KEY);
    expect(vault.opens(one.userId, one)).toBe(true);
    expect(vault.opens(one.userId, two)).toBe(false);
    expect(vault.opens(two.userId, one)).toBe(false);
    const dataKey = vault.openDataKey(one.userId, one);
    const context = ({ userId, keyId, version }: Row) => `${userId}|${keyId}|${version}`;
    for (const place of [two, { ...one, keyId: two.keyId }, { ...one, userId: two.userId }, { ...one, version: 2 }])
      expect(() => unseal(dataKey, one.sealed, context(place))).toThrow('authenticate');
    for (let at = 0; at < one.sealed.length; at += 1) {
      const bent = Buffer.from(one.sealed);
      bent[at] = (bent[at] ?? 0) ^ 1;
      expect(() => unseal(dataKey, bent, context(one))).toThrow('authenticate');
    }
  });

  it('never holds the same bytes for the same secret: each is sealed under 96 fresh bits', () => {
    const key = randomBytes(32);
    const sealed = Array.from({ length: 1000 }, () => seal(key, Buffer.from('same'), 'place'));
    expect(new Set(sealed.map((bytes) => bytes.subarray(0, 12).toString('hex'))).size).toBe(1000);
  });
});
