import { expect, it } from 'vitest';
import { livePage } from '../../../tests/factories/live-page.ts';
import { PASSWORD, trader, visitor } from '../../../tests/factories/visitor.ts';
import { paperSite } from '../../../tests/setup/paper-site.ts';
import { until } from '../../../tests/setup/until.ts';

const { site } = await paperSite();

/** A trader with two main keys; 'Paper' is the active one. */
async function twoKeys() {
  const who = await trader(site);
  const { key, secret } = (await who.post('/api/paper/key', {})).body;
  const added = await who.post('/api/key', { market: 'binance', name: 'Second', key, secret });
  const second = added.body.uid as string;
  const activate = (uid: string, replaceUid: string) =>
    who.send('PUT', '/api/key/replace', { json: { uid, replaceUid, market: 'binance' } });
  return { ...who, second, activate };
}
const countOrders = (userId: string) => site.database.sql`select id from orders where user_id = ${userId}`;

it('V-05 an order names the key that it was shown for, and is refused once that is not the active one', async () => {
  const who = await twoKeys();
  const order = { price: 0.5, counterQuantity: 100, mainUid: who.keyUid };
  const preview = (mainUid: string) =>
    who.post('/api/markets/spot/preview/buy', {
      market: 'binance',
      symbolName: 'xrp_usdt',
      counterEarning: true,
      ...order,
      mainUid,
    });
  expect((await who.buy(order)).body).toMatchObject({ error: null, orderBlock: { keyUid: who.keyUid } });
  expect((await who.activate(who.keyUid, who.second)).body).toEqual({ error: null });

  const error =
    'Nothing was placed: your active key is now Second, and this order was for another key. Check it and send it again.';
  expect((await who.buy({ ...order, price: 0.48 })).body).toMatchObject({ error, orderBlock: null });
  expect((await preview(who.keyUid)).body).toMatchObject({ error, receipts: [] });
  expect((await who.rows()).content).toEqual({});
  expect((await preview(who.second)).body.error).toBeNull();
  expect((await who.buy({ ...order, mainUid: who.second })).body).toMatchObject({
    error: null,
    orderBlock: { keyUid: who.second },
  });
  expect((await who.buy({ ...order, price: 0.49, mainUid: undefined })).body).toMatchObject({
    error: null,
    orderBlock: { keyUid: who.second },
  });
});

it("V-05 a stranger's key, and what is no key, are refused before anything is written", async () => {
  const [who, other] = [await twoKeys(), await trader(site)];
  const { userId } = (await who.buy({ price: 0.5 })).body as { userId: string };
  const before = (await countOrders(userId)).length;
  expect((await who.buy({ price: 0.5, mainUid: other.keyUid })).body.error).toMatch(/^Nothing was placed/);
  expect((await who.buy({ price: 0.5, mainUid: 'Paper' })).status).toBe(400);
  expect(await countOrders(userId)).toHaveLength(before);
});

it('V-05 the change of the active key reaches every open page of the person, and no other', async () => {
  const who = await twoKeys();
  const elsewhere = visitor(site);
  await elsewhere.post('/j_spring_security_check', { j_email: who.email, j_password: PASSWORD });
  const pages = [await livePage(site, who), await livePage(site, elsewhere), await livePage(site, await trader(site))];
  const received = pages.map((page) => page.listen('keys'));
  await Promise.all(pages.map((page) => page.idle()));
  const before = received.map((each) => each.bodies().length);
  expect((await who.activate(who.keyUid, who.second)).body).toEqual({ error: null });
  await until(() => {
    expect(received[0]?.bodies().length).toBeGreaterThan(before[0] ?? 0);
    expect(received[1]?.bodies().length).toBeGreaterThan(before[1] ?? 0);
  });
  expect(received[2]?.bodies()).toHaveLength(before[2] ?? 0);
  // What each page then reads is the new key's.
  for (const page of [who, elsewhere]) {
    const [found] = (await page.get('/api/key/all')).body.apiKeyMarketGroups;
    expect(found.activeMainApiKeyGroup.mainKey.uid).toBe(who.second);
  }
});
