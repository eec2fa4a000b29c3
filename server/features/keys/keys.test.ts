import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, trader } from '../../../tests/factories/visitor.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { createLog } from '../../lib/log.ts';
import { keysStore } from './keys.store.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());

const paperKey = async (who: Awaited<ReturnType<typeof person>>) =>
  (await who.post('/api/paper/key', {})).body as { key: string; secret: string };

/** Added through the slice's door; to the rest of the site it is a key like any other. */
const addCopy = async (who: Awaited<ReturnType<typeof trader>>): Promise<string> => {
  const { userId } = (await site.deps.accounts.findPerson(who.cookie().split('=')[1] ?? '')) ?? {};
  const added = await site.deps.keys.addCopy(userId ?? '', who.keyUid, {
    market: 'binance',
    name: 'Copy',
    ...(await paperKey(who)),
  });
  expect(added.error).toBeNull();
  return added.uid ?? '';
};
const size = (who: Awaited<ReturnType<typeof trader>>, json: unknown) =>
  who.send('PUT', '/api/key/group/copy', { json });

describe('keys', () => {
  it('adds a paper key, active as the first of its market, masked, with the account valued in USDT', async () => {
    const who = await trader(site);
    const { body } = await who.get('/api/key/all');
    const [group] = body.apiKeyMarketGroups;
    const main = group.activeMainApiKeyGroup.mainKey;
    expect(main).toMatchObject({ uid: who.keyUid, name: 'Paper', market: 'binance', currency: 'USDT', paper: true });
    expect(main.key).toBe(`${who.paperKey.slice(0, 4)}••••••••${who.paperKey.slice(-4)}`);
    expect(main.usdtBalance).toBeGreaterThan(10_000);
    expect(group.apiKeyGroups).toEqual([]);
  });

  it('reads an account again only when it is due, whatever changes on the keys: weight is shared by all', async () => {
    const who = await trader(site);
    const mainOf = async () => (await who.get('/api/key/all')).body.apiKeyMarketGroups[0].activeMainApiKeyGroup.mainKey;
    const [before, atOnce] = await Promise.all([mainOf(), mainOf()]);
    expect(atOnce.balanceAt).toBe(before.balanceAt);
    const json = { market: 'BINANCE', mainUid: who.keyUid, groupName: 'Renamed' };
    await who.send('PUT', '/api/key/group/update', { json });
    expect(await mainOf()).toEqual({ ...before, groupName: 'Renamed' });
  });

  it('keeps a second key beside the active one', async () => {
    const who = await trader(site);
    const added = await who.post('/api/key', { market: 'BINANCE', name: 'Second', ...(await paperKey(who)) });
    expect(added.body.error).toBeNull();
    const [group] = (await who.get('/api/key/all')).body.apiKeyMarketGroups;
    expect(group.activeMainApiKeyGroup.mainKey.name).toBe('Paper');
    expect(group.apiKeyGroups.map((other: { mainKey: { name: string } }) => other.mainKey.name)).toEqual(['Second']);
  });

  it('makes one key active when two first ones come at once', async () => {
    const who = await person(site);
    const [one, two] = await Promise.all([paperKey(who), paperKey(who)]);
    await Promise.all(
      [one, two].map((pair, index) => who.post('/api/key', { market: 'binance', name: `K${index}`, ...pair })),
    );
    const [group] = (await who.get('/api/key/all')).body.apiKeyMarketGroups;
    expect(group.activeMainApiKeyGroup).not.toBeNull();
    expect(group.apiKeyGroups).toHaveLength(1);
  });

  it('refuses the same key twice, and a wrong secret, in words', async () => {
    const who = await trader(site);
    const again = await who.post('/api/key', {
      market: 'binance',
      name: 'Again',
      key: who.paperKey,
      secret: who.paperSecret,
    });
    expect(again.body).toMatchObject({ error: 'This API key is already in your account.', uid: null });
    const { key } = await paperKey(who);
    const wrong = await who.post('/api/key', { market: 'binance', name: 'Wrong', key, secret: 'x'.repeat(64) });
    expect(wrong.body.error).toMatch(/secret/i);
    expect(wrong.body.uid).toBeNull();
  });

  it('refuses empty fields in the words of the spec', async () => {
    const who = await person(site);
    const { status, body } = await who.post('/api/key', { market: 'binance', name: ' ', key: 'k', secret: '' });
    expect(status).toBe(400);
    expect(body.issues).toEqual([
      { path: 'name', message: 'Field should contain at least 1 character' },
      { path: 'secret', message: 'Field should contain at least 1 character' },
    ]);
  });

  it('refuses the 21st key', async () => {
    const who = await trader(site);
    const pairs = await Promise.all(Array.from({ length: 19 }, () => paperKey(who)));
    for (const pair of pairs)
      expect((await who.post('/api/key', { market: 'binance', name: 'More', ...pair })).body.error).toBeNull();
    const other = await trader(site);
    const { body } = await who.post('/api/key', {
      market: 'binance',
      name: 'One too many',
      key: other.paperKey,
      secret: other.paperSecret,
    });
    expect(body.error).toMatch(/up to 20 keys/);
  });

  it('outside deals are repeated by main keys that say so, off by default', async () => {
    const who = await trader(site);
    const copyUid = await addCopy(who);
    const repeats = async () => {
      const [group] = (await who.get('/api/key/all')).body.apiKeyMarketGroups;
      return group.activeMainApiKeyGroup.repeatOutside as boolean;
    };
    const change = (json: unknown) => who.send('PUT', '/api/key/group/outside', { json });
    expect(await repeats()).toBe(false);
    expect(await change({ mainUid: who.keyUid, repeatOutside: true })).toMatchObject({ body: { error: null } });
    expect(await repeats()).toBe(true);
    await change({ mainUid: who.keyUid, repeatOutside: false });
    expect(await repeats()).toBe(false);
    expect((await change({ mainUid: copyUid, repeatOutside: true })).status).toBe(404);
    expect((await change({ mainUid: who.keyUid, repeatOutside: 'yes' })).status).toBe(400);
    expect((await change({ mainUid: who.keyUid, repeatOutside: true, name: 'x' })).status).toBe(400);
    const stranger = await trader(site);
    const theirs = { json: { mainUid: who.keyUid, repeatOutside: true } };
    expect((await stranger.send('PUT', '/api/key/group/outside', theirs)).status).toBe(404);
    expect(await repeats()).toBe(false);
  });

  it("a copy key's size rule is set, and told", async () => {
    const who = await trader(site);
    const uid = await addCopy(who);
    const rule = { mainUid: who.keyUid, updateUid: uid, multiplier: 0.5, ceiling: 250.75 };
    expect(await size(who, rule)).toMatchObject({ status: 200, body: { error: null } });
    const [group] = (await who.get('/api/key/all')).body.apiKeyMarketGroups;
    const { mainKey, copyKeys } = group.activeMainApiKeyGroup;
    expect(copyKeys).toMatchObject([{ uid, name: 'Copy', multiplier: 0.5, ceiling: 250.75, inProcess: true }]);
    expect(mainKey).toMatchObject({ multiplier: 1, ceiling: null, inProcess: false });
    await size(who, { ...rule, ceiling: null });
    const [after] = (await who.get('/api/key/all')).body.apiKeyMarketGroups;
    expect(after.activeMainApiKeyGroup.copyKeys[0].ceiling).toBeNull();
  });

  it.each([
    [{ multiplier: 0 }, 'Enter a number above zero.'],
    [{ multiplier: 100.5 }, 'A multiplier is at most 100.'],
    [{ multiplier: 1e-19 }, 'Enter at most 18 decimals.'],
    [{ ceiling: 0 }, 'Enter a number above zero.'],
    [{ ceiling: -5 }, 'Enter a number above zero.'],
    [{ ceiling: 1e13 }, 'This amount is too large.'],
  ])('refuses the size rule %j', async (wrong, message) => {
    const who = await trader(site);
    const rule = { mainUid: who.keyUid, updateUid: who.keyUid, multiplier: 1, ceiling: null, ...wrong };
    const { status, body } = await size(who, rule);
    expect([status, body.issues]).toEqual([400, [{ path: Object.keys(wrong)[0], message }]]);
  });

  it('knows no size rule of a main key, of a copy of another main key, or of another person', async () => {
    const [who, other] = [await trader(site), await trader(site)];
    const uid = await addCopy(who);
    const rule = { mainUid: who.keyUid, updateUid: uid, multiplier: 2, ceiling: null };
    const statuses = [
      await size(who, { ...rule, updateUid: who.keyUid }),
      await size(who, { ...rule, mainUid: other.keyUid }),
      await size(other, rule),
      await size(other, { ...rule, mainUid: other.keyUid }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404, 404]);
    const [group] = (await who.get('/api/key/all')).body.apiKeyMarketGroups;
    expect(group.activeMainApiKeyGroup.copyKeys[0].multiplier).toBe(1);
  });

  it('S-28, S-29: the secret is in no answer, no log and no table', async () => {
    const who = await trader(site);
    const answers = [await who.get('/api/key/all'), await who.get('/api/user')].map(({ text }) => text).join('');
    expect(answers).not.toContain(who.paperSecret);
    expect(site.logged()).not.toContain(who.paperSecret);
    const rows = await site.database.sql`select encode(sealed_secret, 'escape') as sealed, * from keys`;
    expect(JSON.stringify(rows)).not.toContain(who.paperSecret);
  });

  it('S-45: the log names a failed query and its cause, never its values', async () => {
    const error: unknown = await keysStore(site.database.db, 'canary')
      .all()
      .catch((failed: unknown) => failed);
    const lines: string[] = [];
    createLog('info', { write: (line) => void lines.push(line) }).error({ error }, 'request failed');
    expect(lines.join('')).toContain('from \\"keys\\" where');
    expect(JSON.parse(lines.join(''))).toMatchObject({ error: { cause: { code: '22P02' } } });
    expect(lines.join('')).not.toContain('canary');
  });

  it("S-29: a secret moved into another person's row does not open", async () => {
    const [one, two] = [await trader(site), await trader(site)];
    await site.database
      .sql`update keys set sealed_secret = (select sealed_secret from keys where id = ${one.keyUid}) where id = ${two.keyUid}`;
    expect((await two.buy()).status).toBe(500);
    expect((await one.buy()).status).toBe(200);
  });
});
