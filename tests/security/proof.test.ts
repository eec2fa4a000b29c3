import { endpoints } from '#contracts/index.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authenticator } from '../factories/authenticator.ts';
import { openPaperExchange } from '../factories/paper-exchange.ts';
import { person, trader } from '../factories/visitor.ts';
import { shiftedClock } from '../setup/shifted-clock.ts';
import { testSite, type TestSite } from '../setup/site.ts';

let site: TestSite;
const { clock, pass } = shiftedClock();
beforeAll(async () => {
  site = await testSite({}, clock);
});
afterAll(() => site.close());

const SIX_MINUTES = 6 * 60_000;

it('S-08 an old session adds no key and no copy key before it has proved who is there', async () => {
  const who = await trader(site);
  const { key, secret } = (await who.post('/api/paper/key', {})).body as { key: string; secret: string };
  const wanted = { market: 'binance', name: 'Another', key, secret };
  pass(SIX_MINUTES);
  for (const [path, json] of [
    ['/api/key', wanted],
    ['/api/key/group', { ...wanted, mainUid: who.keyUid, groupName: 'A' }],
  ] as const) {
    const { status, body } = await who.post(path, json);
    expect([path, status, body.confirm]).toEqual([path, 403, true]);
  }
  const [{ count } = { count: 0 }] = await site.database.sql<
    { count: number }[]
  >`select count(*)::int as count from keys`;
  expect(count).toBe(1);
});

it('S-08 these calls ask for a fresh proof, and no fewer', () => {
  const asking = Object.entries(endpoints).flatMap(([name, { confirm }]) => (confirm ? [name] : []));
  expect(asking).toEqual(expect.arrayContaining(['addKey', 'addCopyKey']));
});

it('S-08, W-1, W-11 with real money an old session makes no hook trade more, and tells nothing to a new address', async () => {
  // Codes of an authenticator are of the real time.
  const later = shiftedClock();
  const exchange = await openPaperExchange();
  const { restUrl, wsUrl, wsApiUrl } = exchange.urls();
  const urls = { BINANCE_REST_URL: restUrl, BINANCE_WS_URL: wsUrl, BINANCE_WS_API_URL: wsApiUrl };
  const real = await testSite({ EXCHANGE_MODE: 'live', WEBHOOK_HOSTS: 'localhost:1', ...urls }, later.clock);
  try {
    const who = await person(real);
    const { secret } = (await who.post('/api/user/two-factor', {})).body as { secret: string };
    await who.post('/api/user/two-factor', { code: authenticator(secret).code() });
    const key = await exchange.trader();
    expect((await who.post('/api/key', { market: 'binance', name: 'Real', ...key })).body.error).toBeNull();
    const template = {
      name: 'Momentum',
      market: 'binance',
      pairs: ['xrp_usdt'],
      actions: ['open'],
      amount: { fixed: 20 },
      copies: false,
    };
    const { hook } = (await who.post('/api/hooks', template)).body;
    const events = { url: 'https://localhost:1/x', events: ['block.closed'] };
    const { webhook } = (await who.post('/api/webhooks', events)).body;
    const [hookAt, webhookAt] = [`/api/hooks/${hook.hookId}`, `/api/webhooks/${webhook.webhookId}`];
    later.pass(SIX_MINUTES);
    for (const [method, path, json] of [
      ['POST', `${hookAt}/live`, { live: true }],
      ['PATCH', hookAt, { template: { ...template, amount: { fixed: 90 } } }],
      ['PATCH', hookAt, { paused: false }],
      ['POST', `${hookAt}/token`, {}],
      ['POST', `${hookAt}/secret`, {}],
      ['POST', '/api/webhooks', events],
      ['PATCH', webhookAt, { url: 'https://localhost:1/y' }],
      ['POST', `${webhookAt}/secret`, {}],
    ] as const) {
      const { status, body } = await who.send(method, path, { json });
      expect([method, path, status, body.confirm]).toEqual([method, path, 403, true]);
    }
    // What gives less is never held up.
    for (const [method, path, json] of [
      ['POST', `${hookAt}/live`, { live: false }],
      ['PATCH', hookAt, { paused: true }],
      ['PATCH', webhookAt, { on: false }],
      ['DELETE', webhookAt, undefined],
      ['DELETE', hookAt, undefined],
    ] as const) {
      const { status, body } = await who.send(method, path, { json });
      expect([method, path, status, body.error]).toEqual([method, path, 200, null]);
    }
  } finally {
    await real.close();
    await exchange.close();
  }
});
