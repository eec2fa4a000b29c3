import { describe, expect, it } from 'vitest';
import { del, family as familyOf, put, standing } from '../../../../tests/factories/key-family.ts';
import { trader } from '../../../../tests/factories/visitor.ts';
import { paperSite } from '../../../../tests/setup/paper-site.ts';
import { until } from '../../../../tests/setup/until.ts';

const { site, control } = await paperSite();

const market = 'binance';
const family = () => familyOf(site);

describe('groups', () => {
  it('are made of new keys and of keys that are there, named, switched and taken apart', async () => {
    const { who, one, two, other } = await family();
    const mainUid = who.keyUid;
    await put(who, '/api/key/group/add', { market, mainUid, addUids: [other], groupName: 'All' });
    expect(await standing(who)).toBe('*Paper(One+ Two+ Other+)');
    await put(who, '/api/key/group/updateKey', { market: 'BINANCE', mainUid, updateUid: two, inProcess: false });
    expect(await standing(who)).toBe('*Paper(One+ Two- Other+)');
    await put(who, '/api/key/group/remove', { market, mainUid, removeUids: [one, other], groupName: 'All' });
    expect(await standing(who)).toBe('*Paper(Two-) One Other');
    await put(who, '/api/key', { market, mainUid, updateUid: two, name: 'Second' });
    await put(who, '/api/key/group/update', { market, mainUid, groupName: 'Renamed' });
    const [group] = (await who.get('/api/key/all')).body.apiKeyMarketGroups;
    expect(group.activeMainApiKeyGroup).toMatchObject({ groupName: 'Renamed', copyKeys: [{ name: 'Second' }] });
  });

  it('refuse what would make a key follow itself, two at once, or while it is active', async () => {
    const { who, one, other } = await family();
    const into = async (mainUid: string, added: string) => {
      const { status, body } = await put(who, '/api/key/group/add', {
        market,
        mainUid,
        addUids: [added],
        groupName: 'G',
      });
      return `${status} ${body.error}`;
    };
    expect(await into(other, other)).toBe('409 A key cannot copy its own deals.');
    expect(await into(other, who.keyUid)).toMatch(/^409 Paper is your active key/);
    expect(await into(other, one)).toMatch(/^404/);
    expect(await into(one, other)).toMatch(/^404/);
    expect(await standing(who)).toBe('*Paper(One+ Two+) Other');
  });

  it('another main key becomes active, once', async () => {
    const { who, other } = await family();
    const replace = () => put(who, '/api/key/replace', { market, uid: who.keyUid, replaceUid: other });
    expect((await replace()).body).toEqual({ error: null });
    expect(await standing(who)).toBe('*Other Paper(One+ Two+)');
    expect(await replace()).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/not the active key/) },
    });
  });

  it('are their owner’s alone', async () => {
    const { who, one } = await family();
    const stranger = await trader(site);
    const mainUid = who.keyUid;
    const calls = [
      put(stranger, '/api/key', { market, mainUid, updateUid: one, name: 'Mine' }),
      put(stranger, '/api/key/group/updateKey', { market, mainUid, updateUid: one, inProcess: false }),
      put(stranger, '/api/key/group/remove', { market, mainUid, removeUids: [one], groupName: 'x' }),
      del(stranger, '/api/key', { market, mainUid, deleteUid: one }),
      stranger.get(`/api/key/${one}/key`),
      stranger.get(`/api/key/${one}/balances`),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect(await standing(who)).toBe('*Paper(One+ Two+) Other');
  });
});

describe('deleting', () => {
  it('a copy key, or a main key that is not active, takes nothing else with it', async () => {
    const { who, one, other } = await family();
    await del(who, '/api/key', { market, mainUid: who.keyUid, deleteUid: one });
    await del(who, '/api/key', { market, mainUid: other, deleteUid: other });
    expect(await standing(who)).toBe('*Paper(Two+)');
  });

  it('the active main key of a group asks who takes its place', async () => {
    const { who } = await family();
    const of = { market, mainUid: who.keyUid, deleteUid: who.keyUid };
    expect((await del(who, '/api/key', of)).body.error).toMatch(/has copy keys/);
    expect((await del(who, '/api/key/group/delete', of)).body.error).toMatch(/active key. Choose the key/);
    expect(await standing(who)).toBe('*Paper(One+ Two+) Other');
  });

  it('leaves no secret behind, keeps the history’s names, and lets the key be added again', async () => {
    const who = await trader(site);
    await who.buy({ price: 0.52, counterQuantity: 20 });
    await until(async () =>
      expect(Object.values((await who.rows()).content).flat()).toMatchObject([{ status: 'filled' }]),
    );
    const [{ blockId }] = Object.values((await who.rows()).content as Record<string, [{ blockId: string }]>).flat() as [
      { blockId: string },
    ];
    await put(who, '/api/markets/spot/second/close/', { market, symbolName: 'xrp_usdt', blockId });
    const of = { market, mainUid: who.keyUid, deleteUid: who.keyUid };
    await until(async () => expect((await del(who, '/api/key', of)).body).toEqual({ error: null }));
    const [row] = await site.database.sql<{ secret: number; text: string }[]>`
      select length(sealed_secret) as secret, api_key as text from keys where id = ${who.keyUid}`;
    expect(row).toMatchObject({ secret: 0, text: expect.not.stringContaining(who.paperKey) });
    const history = Object.values((await who.rows('history')).content).flat();
    expect(history).toMatchObject([{ blockId, connectorName: 'Paper', status: 'closed' }]);
    const again = await who.post('/api/key', { market, name: 'Back', key: who.paperKey, secret: who.paperSecret });
    expect(again.body.error).toBeNull();
    expect(await standing(who)).toBe('*Back');
  });
});

describe('a key with open blocks', () => {
  async function withBlocks() {
    const who = await trader(site);
    await who.buy({ price: 0.52, counterQuantity: 20 });
    await who.buy({ price: 0.5, counterQuantity: 30 });
    await until(async () => {
      const states = Object.values((await who.rows()).content as Record<string, { status: string }[]>).flat();
      expect(states.map(({ status }) => status).toSorted()).toEqual(['filled', 'placed']);
    });
    const of = { market, mainUid: who.keyUid, deleteUid: who.keyUid };
    const orders = async () =>
      [
        ...(await site.database.sql<{ line: string }[]>`
        select side || ' ' || status as line from paper.orders where api_key = ${who.paperKey} order by order_id`),
      ].map(({ line }) => line);
    return { who, of, orders };
  }

  it('is not deleted before its owner chose', async () => {
    const { who, of, orders } = await withBlocks();
    const [group] = (await who.get('/api/key/all')).body.apiKeyMarketGroups;
    expect(group.activeMainApiKeyGroup.mainKey.openBlocks).toBe(2);
    const { status, body } = await del(who, '/api/key', of);
    expect([status, body.error]).toEqual([
      409,
      'Paper has 2 open blocks. Choose first: close them at market, or leave their orders on the exchange.',
    ]);
    expect(await orders()).toEqual(['BUY FILLED', 'BUY NEW']);
  });

  it('closed: what is bought is sold, what is not is cancelled', async () => {
    const { who, of, orders } = await withBlocks();
    expect((await del(who, '/api/key', { ...of, openBlocks: 'close' })).body).toEqual({ error: null });
    expect(await orders()).toEqual(['BUY FILLED', 'BUY CANCELED', 'SELL FILLED']);
    expect(await standing(who)).toBe('');
  });

  it('left: its orders stay on the exchange', async () => {
    const { who, of, orders } = await withBlocks();
    expect((await del(who, '/api/key', { ...of, openBlocks: 'leave' })).body).toEqual({ error: null });
    expect(await orders()).toEqual(['BUY FILLED', 'BUY NEW']);
    expect((await who.rows()).content).toEqual({});
  });

  it('that cannot be closed stays, and says why', async () => {
    const { who, of } = await withBlocks();
    await control('balance', { key: who.paperKey, asset: 'XRP', free: '1' });
    const { status, body } = await del(who, '/api/key', { ...of, openBlocks: 'close' });
    expect([status, body.error]).toEqual([
      409,
      expect.stringMatching(/could be closed, so the key stays: .*adopt what was done there, or release this part/),
    ]);
    expect(await standing(who)).toBe('*Paper');
  });
});

describe('what a key is', () => {
  it('its text is shown to its owner, its assets are listed by value', async () => {
    const who = await trader(site);
    expect((await who.get(`/api/key/${who.keyUid}/key`)).body).toEqual({ key: who.paperKey });
    const { body } = await who.get(`/api/key/${who.keyUid}/balances`);
    expect(body.balances.map(({ asset }: { asset: string }) => asset).toSorted()).toEqual([
      'BNB',
      'BTC',
      'ETH',
      'USDT',
      'XRP',
    ]);
    const values = body.balances.map(({ usdt }: { usdt: number }) => usdt);
    expect(values).toEqual(values.toSorted((one: number, other: number) => other - one));
  });

  it('a fixed size makes every deal cost the same there, in the preview as in the deal', async () => {
    const { who, one } = await family();
    const rule = { mainUid: who.keyUid, updateUid: one, multiplier: 1, ceiling: null, fixed: 26 };
    expect((await put(who, '/api/key/group/copy', rule)).body).toEqual({ error: null });
    await until(async () => {
      const { body } = await who.post('/api/markets/spot/preview/buy', {
        market,
        symbolName: 'xrp_usdt',
        price: 0.52,
        counterQuantity: 100,
        counterEarning: true,
      });
      expect(body.receipts.map(({ quantity }: { quantity: number }) => quantity)).toEqual([192.3, 50, 192.3]);
    });
  });
});
