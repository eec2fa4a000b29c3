import { afterAll, beforeAll, expect, it } from 'vitest';
import { softAuthenticator } from '../../../tests/doubles/soft-authenticator.ts';
import { authenticator } from '../../../tests/factories/authenticator.ts';
import { openPaperExchange, type PaperBench } from '../../../tests/factories/paper-exchange.ts';
import { person, type Visitor } from '../../../tests/factories/visitor.ts';
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
