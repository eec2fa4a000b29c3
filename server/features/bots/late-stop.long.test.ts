import { afterAll, beforeAll, expect, it } from 'vitest';
import { GRID, LADDER } from '../../../tests/factories/bot-settings.ts';
import { type KillableSite, killableSite } from '../../../tests/factories/killable-site.ts';
import { until } from '../../../tests/setup/until.ts';

let world: KillableSite;
beforeAll(async () => {
  world = await killableSite();
});
afterAll(() => world.close());

const PATIENCE = { timeout: 90_000, interval: 300 };
const PAIR = { market: 'binance', symbolName: 'xrp_usdt' };
const price = (at: string) => world.exchange.control('price', { symbol: 'XRPUSDT', price: at });
/** Long enough to be in a candle of its own. */
const forAWhile = () => new Promise((resolve) => setTimeout(resolve, 2500));

const STOP = { below: 0.505 };
const BOTS = [
  { name: 'Night grid', type: 'grid', settings: GRID, stop: STOP, ...PAIR },
  // Its deal has its own stop far below.
  { name: 'Ladder', type: 'averaging', settings: { ...LADDER, additions: 0, stop: 50 }, stop: STOP, ...PAIR },
];

it('R-15: a stop that was crossed while no server watched asks where the price has come back, and stops where it is still beyond', async () => {
  await price('0.523');
  const [who] = await world.people([['1000']]);
  if (!who) throw new Error('No user signed up.');
  await world.start();
  const made: string[] = [];
  for (const bot of BOTS)
    made.push(
      await until(async () => {
        const { body } = await world.as(who).post('/api/bots', bot);
        expect(body.error).toBeNull();
        return body.bot.botId as string;
      }, PATIENCE),
    );
  const callAll = async (name: string, json: Record<string, unknown>) => {
    for (const id of made)
      await until(
        async () => expect((await world.as(who).post(`/api/bots/${id}/${name}`, json)).body.error).toBeNull(),
        PATIENCE,
      );
  };
  await callAll('start', { warned: true });
  /** All of them. */
  const show = (state: string) =>
    until(async () => {
      const bodies = [];
      for (const id of made) bodies.push((await world.as(who).get(`/api/bots/${id}`)).body);
      expect(bodies.map((body) => body.state)).toEqual(made.map(() => state));
      return bodies as { reason: string | null; runs: { owned: { base: number } }[] }[];
    }, PATIENCE);
  await show('running');
  await forAWhile();

  await world.crash(async () => {
    await price('0.5011');
    await forAWhile();
    await price('0.521');
    await forAWhile();
  });
  for (const { reason } of await show('attention'))
    expect(reason).toMatch(
      /^The stop at 0\.5050 was crossed at \d\d:\d\d UTC \(lowest 0\.5011\) while this server was away\. The price is 0\.5210 now\.$/,
    );
  await callAll('adopt', { choice: 'go-on' });
  await show('running');
  await forAWhile();
  // What its owner has seen is not asked again.
  const running = await show('running');
  expect(running[1]?.runs[0]?.owned.base).toBeCloseTo(38.1618, 8);

  await world.crash(async () => {
    await price('0.5001');
    await forAWhile();
  });
  for (const { reason, runs } of await show('stopped')) {
    expect(reason).toMatch(/^The price reached its stop at 0\.5050\. .*it stops late\.$/);
    expect(runs[0]?.owned.base).toBeLessThan(0.1);
  }
}, 400_000);
