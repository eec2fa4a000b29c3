import { afterEach, beforeEach, expect, it } from 'vitest';
import { BY_HOOK } from '../../../tests/factories/bot-settings.ts';
import { killableBot } from '../../../tests/factories/killable-bot.ts';
import { type KillableSite, killableSite } from '../../../tests/factories/killable-site.ts';
import { until } from '../../../tests/setup/until.ts';

let world: KillableSite;
beforeEach(async () => {
  world = await killableSite();
});
afterEach(() => world.close());

const PATIENCE = { timeout: 90_000, interval: 300 };
const AT_ONCE = { timeout: 60_000, interval: 2 };
const price = (symbol: string, at: string) => world.exchange.control('price', { symbol, price: at });

it('C-13, C-14, B-4 basket-two: killed while its legs are traded, it trades each once and owns what the exchange has', async () => {
  await price('BTCUSDT', '100000');
  await price('BNBUSDT', '1000');
  const assets = [
    { asset: 'BTC', percent: 50, coins: 0.0045 },
    { asset: 'BNB', percent: 50, coins: 0.55 },
  ];
  const settings = { assets, invest: 0, threshold: 1, every: null };
  const basket = { name: 'Halves', type: 'basket', settings };
  const { detail, orders, coins } = await killableBot(world, basket, { BTC: '0.0045', BNB: '0.55' });
  const traded = async () => (await orders()).map(({ line, status }) => `${line} ${status}`);
  const legs = () => world.database.sql`select client_order_id from bot_orders`;
  // The first leg is written down; the next follows what it brought in, or is the same again if it never arrived.
  await until(async () => expect((await legs()).length).toBeGreaterThan(0), AT_ONCE);
  await world.crash();
  await until(async () => expect((await legs()).length).toBeGreaterThan(1), PATIENCE);
  await world.crash();
  await until(async () => {
    const { runs } = await detail();
    const [btc, bnb] = runs[0].parts;
    expect([btc.held, bnb.held]).toEqual([await coins('BTC'), await coins('BNB')]);
    expect(await traded()).toEqual(['SELL 0.05 BNBUSDT FILLED', 'BUY 0.00049 BTCUSDT FILLED']);
  }, PATIENCE);
  const { runs } = await detail();
  expect(await coins('USDT')).toBeCloseTo(1000 + runs[0].owned.counter, 8);
}, 400_000);

it('C-13, PB-12, W-6: killed between the answer to a signal and its order, a signal bot buys once and sells all of it once', async () => {
  await price('XRPUSDT', '0.52');
  const bot = await killableBot(world, { name: 'By hook', type: 'signal', settings: BY_HOOK }, { XRP: '0' });
  await bot.says(/^Waits for a signal/);
  const template = { name: 'Momentum', market: 'binance', pairs: ['xrp_usdt'], copies: false, amount: { fixed: 50 } };
  const actions = ['open', 'close'];
  const { body } = await world.as(bot.who).post('/api/hooks', { ...template, actions, signalBot: bot.botId });
  expect(body.error).toBeNull();
  const { hookId, url } = body.hook as { hookId: string; url: string };
  const log = async (): Promise<{ state: string }[]> =>
    (await world.as(bot.who).get(`/api/hooks/${hookId}/signals`)).body.content;
  await world.as(bot.who).post(`/api/hooks/${hookId}/test`, {});
  await until(async () => expect((await log())[0]?.state).toBe('done'), PATIENCE);
  expect((await world.as(bot.who).post(`/api/hooks/${hookId}/live`, { live: true })).body.error).toBeNull();
  const send = async (action: string) => {
    const signal = { action, pair: 'XRP_USDT', time: new Date().toISOString() };
    const headers = { 'content-type': 'application/json' };
    const call = { method: 'POST', headers, body: JSON.stringify(signal) };
    return (await fetch(`${world.url}${new URL(url).pathname}`, call)).json();
  };
  const bought = async () => (await bot.orders()).filter(({ line }) => line.startsWith('BUY'));

  expect(await send('open')).toMatchObject({ result: 'taken' });
  await world.crash();
  await bot.says(/^Deal 1 holds /);
  expect(await bought()).toHaveLength(1);
  const held = (await bot.detail()).runs[0].owned;
  expect(await bot.coins()).toBeCloseTo(held.base, 8);

  expect(await send('close')).toMatchObject({ result: 'taken' });
  await world.crash();
  await bot.says(/^Waits for a signal/);
  expect(await bought()).toHaveLength(1);
  const { owned } = (await bot.detail()).runs[0];
  expect(await bot.coins()).toBeCloseTo(owned.base, 8);
  expect(owned.base).toBeLessThan(0.5);
  expect(await bot.coins('USDT')).toBeCloseTo(900 + owned.counter, 8);
}, 400_000);
