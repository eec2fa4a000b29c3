import { describe, expect, it } from 'vitest';
import { family, paper, put, standing, type Trader } from '../../../tests/factories/key-family.ts';
import { trader } from '../../../tests/factories/visitor.ts';
import { paperSite } from '../../../tests/setup/paper-site.ts';
import { until } from '../../../tests/setup/until.ts';

const { site, control } = await paperSite();

const market = 'binance';

describe('copying', () => {
  const preview = (who: Trader, counterQuantity: number, rule?: object) =>
    who.post('/api/key/group/preview', { mainUid: who.keyUid, symbolName: 'xrp_usdt', counterQuantity, rule });
  /** Rule 7: the main key has 1,000 USDT, its copies 320 and 40. */
  async function ruleSeven() {
    const who = await trader(site);
    const [one, small] = [await paper(who), await paper(who)];
    await control('balance', { key: who.paperKey, asset: 'USDT', free: '1000' });
    await control('balance', { key: one.key, asset: 'USDT', free: '320' });
    await control('balance', { key: small.key, asset: 'USDT', free: '40' });
    const json = { market, mainUid: who.keyUid, groupName: 'G' };
    const uids: string[] = [];
    for (const pair of [one, small])
      uids.push((await who.post('/api/key/group', { ...json, name: `K${uids.length}`, ...pair })).body.uid);
    const answer = {
      counterQuantity: 99.996,
      copies: [
        { uid: uids[0], counterQuantity: 31.98, reason: null, least: 52.51, leastDeal: 15.81 },
        {
          uid: uids[1],
          counterQuantity: null,
          reason: expect.stringMatching(/needs 52.51 USDT free/),
          least: 52.51,
          leastDeal: 126.1,
        },
      ],
    };
    await until(async () => expect((await preview(who, 100)).body).toEqual(answer));
    return { who, json, uids, answer };
  }

  it('is shown in money before any deal, with what would be enough', async () => {
    const { who, json } = await ruleSeven();
    const { body } = await preview(who, 5);
    expect(body).toMatchObject({ counterQuantity: null, copies: [{ counterQuantity: null, leastDeal: 15.81 }, {}] });
    expect(body.copies[0].reason).toBe("The main key's order is under the 5.05 USDT minimum.");
    const stranger = await trader(site);
    expect((await stranger.post('/api/key/group/preview', { ...json, symbolName: 'xrp_usdt' })).status).toBe(400);
    const theirs = { mainUid: who.keyUid, symbolName: 'xrp_usdt', counterQuantity: 100 };
    expect((await stranger.post('/api/key/group/preview', theirs)).status).toBe(404);
  });

  it('is shown by a rule that is not saved, and stays as it was', async () => {
    const { who, uids, answer } = await ruleSeven();
    const [one, small] = uids;
    const by = async (rule: object, updateUid = one) => {
      const { body } = await preview(who, 100, { updateUid, multiplier: 1, ceiling: null, ...rule });
      return body.copies.find(({ uid }: { uid: string }) => uid === updateUid);
    };
    expect(await by({})).toEqual(answer.copies[0]);
    expect(await by({ multiplier: 2 })).toMatchObject({ counterQuantity: 63.96, least: 26.26, leastDeal: 7.91 });
    expect(await by({ multiplier: 2 }, small)).toMatchObject({ counterQuantity: 7.956, reason: null, least: 26.26 });
    expect(await by({ ceiling: 20 })).toMatchObject({ counterQuantity: 19.968, least: 52.51, leastDeal: 15.81 });
    expect(await by({ ceiling: 5 })).toMatchObject({
      counterQuantity: null,
      reason: expect.stringMatching(/ceiling of 5 USDT is under the 5.05 USDT minimum/),
      least: null,
      leastDeal: null,
    });
    expect(await by({ fixed: 26 })).toMatchObject({ counterQuantity: 26, reason: null, least: 5.05, leastDeal: 5.05 });
    expect(await by({ fixed: 4 })).toMatchObject({
      counterQuantity: null,
      reason: expect.stringMatching(/fixed amount to 5.05 USDT or more/),
      least: 5.05,
      leastDeal: null,
    });
    await put(who, '/api/key/group/copy', { mainUid: who.keyUid, updateUid: one, multiplier: 1, ceiling: null });
    await put(who, '/api/key/group/all', { market, mainUid: who.keyUid, inProcess: false });
    expect(await by({})).toEqual(answer.copies[0]);
    await put(who, '/api/key/group/all', { market, mainUid: who.keyUid, inProcess: true });
    expect((await preview(who, 100)).body).toEqual(answer);
  });

  it('is refused by a rule that could not be saved, and of a key that is not theirs', async () => {
    const { who, uids } = await ruleSeven();
    const rule = { updateUid: uids[0], multiplier: 1, ceiling: null };
    const bad = await preview(who, 100, { ...rule, multiplier: 101 });
    expect([bad.status, bad.body.issues[0].message]).toEqual([400, 'A multiplier is at most 100.']);
    const zero = await preview(who, 100, { ...rule, fixed: 0 });
    expect([zero.status, zero.body.issues[0].message]).toEqual([400, 'Enter a number above zero.']);
    const stranger = await trader(site);
    const { status, body } = await preview(stranger, 100, rule);
    expect([status, body.error]).toEqual([404, 'There is no such copy key under this main key.']);
  });

  it('is paused and resumed for all of a group at once', async () => {
    const { who } = await family(site);
    await put(who, '/api/key/group/all', { market, mainUid: who.keyUid, inProcess: false });
    expect(await standing(who)).toBe('*Paper(One- Two-) Other');
    await put(who, '/api/key/group/all', { market, mainUid: who.keyUid, inProcess: true });
    expect(await standing(who)).toBe('*Paper(One+ Two+) Other');
  });

  it('is told deal by deal, each with the main key’s', async () => {
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
    expect((await stranger.get(`/api/key/${one}/deals`)).status).toBe(404);
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
