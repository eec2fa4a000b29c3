import { afterAll, beforeAll, expect, it } from 'vitest';
import { GRID } from '../../../tests/factories/bot-world.ts';
import { type KillableSite, killableSite } from '../../../tests/factories/killable-site.ts';
import { until } from '../../../tests/setup/until.ts';

let world: KillableSite;
beforeAll(async () => {
  world = await killableSite();
}, 60_000);
afterAll(() => world.close());

const PATIENCE = { timeout: 90_000, interval: 300 };
const PAIR = { market: 'binance', symbolName: 'xrp_usdt' };
const price = (at: string) => world.exchange.control('price', { symbol: 'XRPUSDT', price: at });
/** Long enough to be in a candle of its own. */
const forAWhile = () => new Promise((resolve) => setTimeout(resolve, 2500));

it('R-15: a stop that was crossed while no server watched asks where the price has come back, and stops where it is still beyond', async () => {
  await price('0.523');
  const [who] = await world.people([['1000']]);
  if (!who) throw new Error('No user signed up.');
  await world.start();
  const bot = { name: 'Night grid', type: 'grid', settings: GRID, stop: { below: 0.505 }, ...PAIR };
  const made = await until(async () => {
    const { body } = await world.as(who).post('/api/bots', bot);
    expect(body.error).toBeNull();
    return body.bot.botId as string;
  }, PATIENCE);
  const call = (name: string, json: Record<string, unknown>) => world.as(who).post(`/api/bots/${made}/${name}`, json);
  await until(async () => expect((await call('start', { warned: true })).body.error).toBeNull(), PATIENCE);
  const shows = (state: string) =>
    until(async () => {
      const { body } = await world.as(who).get(`/api/bots/${made}`);
      expect(body.state).toBe(state);
      return body as { reason: string | null };
    }, PATIENCE);
  await shows('running');
  await forAWhile();

  await world.crash(async () => {
    await price('0.5011');
    await forAWhile();
    await price('0.521');
    await forAWhile();
  });
  const { reason } = await shows('attention');
  expect(reason).toMatch(
    /^The stop at 0\.5050 was crossed at \d\d:\d\d UTC \(lowest 0\.5011\) while this server was away\. The price is 0\.5210 now\.$/,
  );
  expect((await call('adopt', { choice: 'go-on' })).body.error).toBeNull();
  await shows('running');
  await forAWhile();
  // What its owner has seen is not asked again.
  await shows('running');

  await world.crash(async () => {
    await price('0.5001');
    await forAWhile();
  });
  const stopped = await shows('stopped');
  expect(stopped.reason).toMatch(/^The price reached its stop at 0\.5050\. .*it stops late\.$/);
}, 400_000);
