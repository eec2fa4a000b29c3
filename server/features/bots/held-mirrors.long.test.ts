import { afterAll, beforeAll, expect, it } from 'vitest';
import { GRID } from '../../../tests/factories/bot-settings.ts';
import { type KillableSite, killableSite } from '../../../tests/factories/killable-site.ts';
import { until } from '../../../tests/setup/until.ts';

let world: KillableSite;
beforeAll(async () => {
  world = await killableSite();
});
afterAll(() => world.close());

const PATIENCE = { timeout: 90_000, interval: 300 };
const price = (at: string) => world.exchange.control('price', { symbol: 'XRPUSDT', price: at });

it('R-12: a level whose next order the exchange holds turns while the server is down, and its books say so afterwards', async () => {
  await price('0.523');
  const [who] = await world.people([['1000']]);
  if (!who) throw new Error('No user signed up.');
  await world.start();
  const bot = { name: 'Night grid', type: 'grid', settings: { ...GRID, heldMirrors: 2 } };
  const botId = await until(async () => {
    const { body } = await world.as(who).post('/api/bots', { ...bot, market: 'binance', symbolName: 'xrp_usdt' });
    expect(body.error).toBeNull();
    return body.bot.botId as string;
  }, PATIENCE);
  await until(async () => {
    const { body } = await world.as(who).post(`/api/bots/${botId}/start`, { warned: true });
    expect(body.error === null || String(body.error).startsWith('A bot runs already')).toBe(true);
  }, PATIENCE);
  const detail = async () => (await world.as(who).get(`/api/bots/${botId}`)).body;
  await until(async () => {
    const { state, withoutUs } = await detail();
    expect([state, withoutUs]).toEqual(['running', '2 + 2 turn without us']);
  }, PATIENCE);

  // A purchase and the sale after it, with no server there.
  await world.crash(async () => {
    await price('0.51');
    await price('0.523');
  });
  await until(async () => {
    const { state, result, runs } = await detail();
    expect([state, runs[0].levels[3].rounds]).toEqual(['running', 1]);
    expect(result.rounds).toBeGreaterThan(0);
    expect(result.total).toBeCloseTo(result.rounds + result.position, 8);
  }, PATIENCE);
  const sold = await world.exchange.database.sql<{ side: string; price: string; quantity: string }[]>`
    select case when is_buyer then 'buy' else 'sell' end as side, trim_scale(price)::text as price,
      trim_scale(quantity)::text as quantity
    from paper.trades where symbol = 'XRPUSDT' and is_maker order by trade_id`;
  expect(sold).toEqual([
    { side: 'buy', price: '0.51', quantity: '98.9' },
    { side: 'sell', price: '0.52', quantity: '98.8' },
  ]);
  const { body } = await world.as(who).get(`/api/bots/${botId}/deals`);
  expect(body.content.slice(0, 2)).toMatchObject([
    { level: 4, side: 'sell', quantity: 98.8, price: 0.52 },
    { level: 4, side: 'buy', quantity: 98.9, price: 0.51 },
  ]);
}, 300_000);
