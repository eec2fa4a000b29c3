import { expect, it, onTestFinished, vi } from 'vitest';
import { authenticator } from '../../../tests/factories/authenticator.ts';
import { openPaperExchange } from '../../../tests/factories/paper-exchange.ts';
import { person } from '../../../tests/factories/visitor.ts';
import { testSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

/** A site whose orders count as real money, and a person with a key on it. */
async function realMoney() {
  const exchange = await openPaperExchange();
  const { restUrl, wsUrl, wsApiUrl } = exchange.urls();
  const urls = { BINANCE_REST_URL: restUrl, BINANCE_WS_URL: wsUrl, BINANCE_WS_API_URL: wsApiUrl };
  const site = await testSite({ EXCHANGE_MODE: 'live', ...urls });
  onTestFinished(async () => {
    await site.close();
    await exchange.close();
  });
  const who = await person(site);
  const { secret } = (await who.post('/api/user/two-factor', {})).body as { secret: string };
  await who.post('/api/user/two-factor', { code: authenticator(secret).code() });
  const pair = await exchange.trader();
  expect((await who.post('/api/key', { market: 'binance', name: 'Real', ...pair })).body.error).toBeNull();
  return { site, who };
}

it('C-10, S-35: a basket does not start while any of its pairs hardly trades, until its owner allows that', async () => {
  const { site, who } = await realMoney();
  const { markets } = site.deps;
  const exchange = markets.exchange('binance');
  const candles = exchange.candles.bind(exchange);
  const quiet = vi.spyOn(exchange, 'candles');
  quiet.mockImplementation(async (of) => (of.symbol === 'DOTUSDT' ? { outcome: 'ok', value: [] } : candles(of)));
  await until(() => {
    for (const symbol of ['XRPUSDT', 'BTCUSDT', 'DOTUSDT']) expect(markets.lastPrice('binance', symbol)).not.toBeNull();
  });
  const start = async (assets: readonly string[]): Promise<string | null> => {
    const settings = {
      assets: assets.map((asset, at) => ({ asset, percent: at === 0 ? 40 : 60 / (assets.length - 1) })),
      invest: 200,
      threshold: 5,
      every: null,
    };
    const wanted = { name: 'Three parts', market: 'binance', symbolName: 'xrp_usdt', type: 'basket', settings };
    const { botId } = (await who.post('/api/bots', wanted)).body.bot;
    return (await who.post(`/api/bots/${botId}/start`, {})).body.error;
  };
  const thin = /^DOT\/USDT is a low-volume pair: 0 USDT traded in 24 hours\./;
  expect(await start(['XRP', 'BTC', 'DOT'])).toMatch(thin);
  expect(await start(['XRP', 'DOT', 'BTC'])).toMatch(thin);
  expect(await start(['XRP', 'BTC'])).toBeNull();
  const allowed = { perOrder: 25_000, perDay: 100_000, thinMarkets: true };
  expect((await who.send('PUT', '/api/user/limits', { json: allowed })).status).toBe(200);
  expect(await start(['XRP', 'DOT', 'BTC'])).toBeNull();
});
