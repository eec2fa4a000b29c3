import { afterAll, beforeAll, expect, it } from 'vitest';
import { softAuthenticator } from '../../../tests/doubles/soft-authenticator.ts';
import { authenticator } from '../../../tests/factories/authenticator.ts';
import { openPaperExchange, type PaperBench } from '../../../tests/factories/paper-exchange.ts';
import { newcomer, person, type Visitor } from '../../../tests/factories/visitor.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';

let bench: PaperBench;
let site: TestSite;
beforeAll(async () => {
  bench = await openPaperExchange();
  const { restUrl, wsUrl, wsApiUrl } = bench.urls();
  site = await testSite({
    EXCHANGE_MODE: 'live',
    BINANCE_REST_URL: restUrl,
    BINANCE_WS_URL: wsUrl,
    BINANCE_WS_API_URL: wsApiUrl,
  });
});
afterAll(async () => {
  await site.close();
  await bench.close();
});

async function addKey(who: Visitor) {
  const { key, secret } = await bench.trader();
  return (await who.post('/api/key', { market: 'binance', name: 'Real', key, secret })).body;
}

it.each([
  [
    'two-factor authentication',
    async (who: Visitor) => {
      const { secret } = (await who.post('/api/user/two-factor', {})).body as { secret: string };
      await who.post('/api/user/two-factor', { code: authenticator(secret).code() });
    },
  ],
  [
    'a passkey',
    async (who: Visitor) => {
      const { options } = (await who.post('/api/user/passkeys/begin', undefined)).body;
      const credential = softAuthenticator().create(options as { challenge: string });
      await who.post('/api/user/passkeys', { name: 'Laptop', credential });
    },
  ],
])('S-18: with real money at stake a key is added only once %s is on', async (_, guard) => {
  const who = await person(site);
  expect(await addKey(who)).toMatchObject({
    error:
      'First turn on two-factor authentication or add a passkey in your account: this key will trade with real money.',
    uid: null,
  });
  await guard(who);
  expect(await addKey(who)).toMatchObject({ error: null, uid: expect.any(String) });
});

it('S-50 a key of real money needs a proven address before all', async () => {
  const mallory = await newcomer(site);
  expect(await addKey(mallory)).toEqual({
    error: 'This key trades with real money. Prove your e-mail address first: enter the code that we mailed to you.',
    prove: true,
  });
  await site.prove(mallory.email);
  expect((await addKey(mallory)).error).toMatch(/^First turn on two-factor/);
});

it('S-50 a key that was there before goes on, and no copy key joins it', async () => {
  const ada = await person(site);
  const { secret } = (await ada.post('/api/user/two-factor', {})).body as { secret: string };
  await ada.post('/api/user/two-factor', { code: authenticator(secret).code() });
  const { uid } = await addKey(ada);
  await site.database.sql`update users set email_verified_at = null where email = ${ada.email}`;
  const { key, secret: copySecret } = await bench.trader();
  const copy = { mainUid: uid, groupName: 'A', market: 'binance', name: 'Copy', key, secret: copySecret };
  expect((await ada.post('/api/key/group', copy)).body).toMatchObject({ prove: true });
  const [group] = (await ada.get('/api/key/all')).body.apiKeyMarketGroups;
  expect(group.activeMainApiKeyGroup.mainKey).toMatchObject({ uid, disabledReason: null });
});

it('D-05 without a key, an order is refused without a word of paper', async () => {
  const who = await person(site);
  const order = { market: 'binance', symbolName: 'xrp_usdt', price: 0.5, counterQuantity: 20, counterEarning: true };
  for (const [path, json] of [
    ['/api/markets/spot/first/buy', order],
    ['/api/markets/spot/preview/buy', order],
    ['/api/paper/key', {}],
  ] as const) {
    const { body } = await who.post(path, json);
    expect(JSON.stringify(body), path).toMatch(/"error":"[A-Z]/);
    expect(JSON.stringify(body), path).not.toMatch(/paper (key|account)/i);
  }
});
