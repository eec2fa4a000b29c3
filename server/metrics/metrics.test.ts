import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paperControl } from '../../tests/factories/paper-control.ts';
import { person, trader } from '../../tests/factories/visitor.ts';
import { testSite, type TestSite } from '../../tests/setup/site.ts';
import { freePort } from '../../tests/setup/process.ts';
import { until } from '../../tests/setup/until.ts';
import { openDatabase } from '../db/database.ts';
import { createMetrics } from './index.ts';

const TOKEN = 'a-metrics-token';
let site: TestSite;
beforeAll(async () => {
  site = await testSite({ METRICS_TOKEN: TOKEN });
});
afterAll(() => site.close());

const ask = (headers: Record<string, string> = {}) => site.app.request('/metrics', { headers });
const read = async () => (await ask({ authorization: `Bearer ${TOKEN}` })).text();

describe('the metrics', () => {
  it('are for who has the token', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer wrong', TOKEN])
      expect((await ask({ authorization })).status, authorization).toBe(404);
    const answer = await ask({ authorization: `Bearer ${TOKEN}` });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('say how long orders, firings and deliveries took, what waits, and how the process is', async () => {
    const control = paperControl(site);
    await control('price', { symbol: 'XRPUSDT', price: '0.52' });
    await (await trader(site)).buy();
    const ada = await person(site);
    const alert = { market: 'BINANCE', symbol: 'DOGE_USDT', price: 0.5, type: 'PRICE_REACHES', informing: 'ONLY_ONCE' };
    await ada.post('/api/alert/', alert);
    await until(async () => {
      for (const price of ['0.4', '0.6']) await control('price', { symbol: 'DOGEUSDT', price });
      expect(await read()).toMatch(/tandem_delivery_seconds_count\{channel="live"\} [1-9]/);
    });
    const text = await read();
    for (const line of [
      /tandem_delivery_seconds\{quantile="0.95",channel="live"\} [\d.e-]+/,
      /tandem_alert_firing_seconds\{quantile="0.5"\} [\d.e-]+/,
      /tandem_exchange_call_seconds_count\{market="binance",call="place",outcome="accepted"\} 1/,
      /tandem_exchange_weight\{origin="http[^"]+",of="limit"\} \d+/,
      /tandem_exchange_share\{origin="http[^"]+"\} 1/,
      /tandem_deliveries_waiting\{channel="push",held="false"\} 0/,
      /tandem_order_blocks_due \d+/,
      /tandem_alerts_active \d+/,
      /nodejs_eventloop_lag_p99_seconds [\d.e-]+/,
    ])
      expect(text).toMatch(line);
    expect(text).not.toContain(ada.email);
  });
});

it('while the database is away, are those of the process; what waits in it is unknown, and not nothing', async () => {
  const nowhere = openDatabase(`postgres://tandem:none@127.0.0.1:${await freePort()}/tandem`, { max: 1 });
  const text = await createMetrics({ db: nowhere.db }).registry.metrics();
  await nowhere.close();
  expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds [\d.e-]+/);
  expect(text).toMatch(/^tandem_order_blocks_due (NaN|Nan)$/m);
  expect(text).not.toMatch(/^tandem_deliveries_waiting\{/m);
});

it('S-57 without a token are for this machine alone, under its own name, and never for what a proxy passes on', async () => {
  const { metricsRoutes } = await import('./metrics.routes.ts');
  const { Hono } = await import('hono');
  const app = new Hono<never>();
  app.onError((_, c) => c.text('', 404));
  const { metrics } = site.deps;
  metricsRoutes(app as never, { metrics, token: undefined, trustProxy: false });
  const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
    app.request(
      '/metrics',
      { headers: { host: 'localhost:3000', ...headers } },
      { incoming: { socket: { remoteAddress } } },
    );
  expect((await from('127.0.0.1')).status).toBe(200);
  expect((await from('::1')).status).toBe(200);
  for (const host of ['127.0.0.1', '127.0.0.1:3000', '[::1]:3000', 'localhost'])
    expect((await from('127.0.0.1', { host })).status, host).toBe(200);
  for (const host of [
    'evil.example',
    'localhost.evil.example',
    'evil.example:3000',
    '127.0.0.1.evil.example',
    'localhost@evil',
    '',
  ])
    expect((await from('127.0.0.1', { host })).status, host).toBe(404);
  expect((await from('192.0.2.7')).status).toBe(404);
  expect((await from('127.0.0.1', { 'x-forwarded-for': '192.0.2.7' })).status).toBe(404);
});
