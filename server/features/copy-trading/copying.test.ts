import { describe, expect, it } from 'vitest';
import { family, paper, put, standing, type Trader } from '../../../tests/factories/key-family.ts';
import { trader } from '../../../tests/factories/visitor.ts';
import { paperSite } from '../../../tests/setup/paper-site.ts';
import { until } from '../../../tests/setup/until.ts';

const { site, control } = await paperSite();

const market = 'binance';

describe('copying', () => {
  const preview = (who: Trader, counterQuantity: number) =>
    who.post('/api/key/group/preview', { mainUid: who.keyUid, symbolName: 'xrp_usdt', counterQuantity });

  it('is shown in money before any deal, with what would be enough', async () => {
    const who = await trader(site);
    const [one, small] = [await paper(who), await paper(who)];
    await control('balance', { key: who.paperKey, asset: 'USDT', free: '1000' });
    await control('balance', { key: one.key, asset: 'USDT', free: '320' });
    await control('balance', { key: small.key, asset: 'USDT', free: '40' });
    const json = { market, mainUid: who.keyUid, groupName: 'G' };
    const uids: string[] = [];
    for (const pair of [one, small])
      uids.push((await who.post('/api/key/group', { ...json, name: `K${uids.length}`, ...pair })).body.uid);
    await until(async () => {
      expect((await preview(who, 100)).body).toEqual({
        counterQuantity: 99.996,
        copies: [
          { uid: uids[0], counterQuantity: 31.98, reason: null },
          { uid: uids[1], counterQuantity: null, reason: expect.stringMatching(/From 52.51 USDT free/) },
        ],
      });
    });
    const stranger = await trader(site);
    expect((await stranger.post('/api/key/group/preview', { ...json, symbolName: 'xrp_usdt' })).status).toBe(400);
    const theirs = { mainUid: who.keyUid, symbolName: 'xrp_usdt', counterQuantity: 100 };
    expect((await stranger.post('/api/key/group/preview', theirs)).status).toBe(404);
  });

  it('is paused and resumed for all of a group at once', async () => {
    const { who } = await family(site);
    await put(who, '/api/key/group/all', { market, mainUid: who.keyUid, inProcess: false });
    expect(await standing(who)).toBe('*Paper(One- Two-) Other');
    await put(who, '/api/key/group/all', { market, mainUid: who.keyUid, inProcess: true });
    expect(await standing(who)).toBe('*Paper(One+ Two+) Other');
  });

  it('is told deal by deal, each beside the main key’s', async () => {
    const { who, one } = await family(site);
    await until(async () => expect((await preview(who, 20)).body.copies[0].counterQuantity).toBe(19.968));
    await who.buy({ price: 0.52, counterQuantity: 20 });
    await until(async () => {
      const { body } = await who.get(`/api/key/${one}/deals`);
      const like = { status: 'filled', firstPlacedQuantity: 38.4, firstFilledQuantity: 38.4, firstFilledPrice: 0.52 };
      expect(body.deals).toMatchObject([
        { copy: { connectorName: 'One', ...like }, main: { inGroup: false, ...like } },
      ]);
    });
    const stranger = await trader(site);
    expect((await stranger.get(`/api/key/${one}/deals`)).body).toEqual({ deals: [] });
  });
});

it('a paper key is given what it had at first; what it had open is let go', async () => {
  const who = await trader(site);
  await who.buy({ price: 0.5, counterQuantity: 100 });
  await who.buy({ price: 0.52, counterQuantity: 100 });
  expect((await who.post('/api/paper/key/reset', { uid: who.keyUid })).body).toEqual({ error: null });
  const { body } = await who.get(`/api/key/${who.keyUid}/balances`);
  const held = Object.fromEntries(
    body.balances.map((each: { asset: string; free: number; locked: number }) => [
      each.asset,
      [each.free, each.locked],
    ]),
  );
  expect(held).toMatchObject({ USDT: [10_000, 0], XRP: [10_000, 0], BTC: [1, 0] });
  await until(async () => expect((await who.rows()).content).toEqual({}));
  const stranger = await trader(site);
  expect((await stranger.post('/api/paper/key/reset', { uid: who.keyUid })).status).toBe(404);
});
