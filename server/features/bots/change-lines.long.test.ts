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
const PAIR = { market: 'binance', symbolName: 'xrp_usdt' };
const KILLS = 3;

interface Run {
  state: string;
  owned: { base: number; counter: number };
  given: { base: number; counter: number };
}

it('C-13, C-20: killed between the end of the old lines and the start of the new ones, it goes on once, with all there is', async () => {
  await world.exchange.control('price', { symbol: 'XRPUSDT', price: '0.523' });
  const [who] = await world.people([['1000']]);
  if (!who) throw new Error('No user signed up.');
  await world.start();
  const read = async (path: string) => (await world.as(who).get(path)).body;
  let botId = await until(async () => {
    const bot = { name: 'Night grid', type: 'grid', settings: GRID, ...PAIR };
    const { body } = await world.as(who).post('/api/bots', bot);
    expect(body.error).toBeNull();
    return body.bot.botId as string;
  }, PATIENCE);
  await until(async () => {
    const { body } = await world.as(who).post(`/api/bots/${botId}/start`, { warned: true });
    expect(body.error === null || String(body.error).startsWith('A bot runs already')).toBe(true);
  }, PATIENCE);
  const runs = async (): Promise<Run[]> => (await read(`/api/bots/${botId}`)).runs as Run[];
  const mainRun = async (): Promise<Run> => (await runs())[0] ?? Promise.reject(new Error('It has no run.'));
  await until(async () => expect((await mainRun()).state).toBe('running'), PATIENCE);

  for (let kill = 0; kill < KILLS; kill += 1) {
    const settings = { ...GRID, low: kill % 2 === 0 ? 0.46 : 0.48, high: kill % 2 === 0 ? 0.54 : 0.56 };
    const press = () =>
      world.as(who).post(`/api/bots/${botId}/lines`, { plan: { type: 'grid', settings }, warned: true });
    const pressed = press().catch(() => null);
    // While the call is under way, while orders come down, or while the new ones go up.
    if (kill > 0) await pressed;
    if (kill > 1)
      await until(
        async () => {
          const [begun] = await world.database.sql`select 1 from bot_runs where state = 'starting'`;
          expect(begun).toBeDefined();
        },
        { timeout: 60_000, interval: 5 },
      );
    await world.crash();
    await pressed;
    // Its owner presses once more where the answer was lost.
    await until(async () => expect((await press()).body.error).toBeNull(), PATIENCE);
    const next = await until(async () => {
      const detail = await read(`/api/bots/${botId}`);
      expect(detail.state).toBe('stopped');
      return detail.next.botId as string;
    }, PATIENCE);
    const old = await mainRun();
    botId = next;
    await until(async () => expect((await mainRun()).state).toBe('running'), PATIENCE);
    const begun = await mainRun();
    expect(begun.given.base).toBeLessThanOrEqual(old.owned.base);
    expect(begun.given.counter).toBeLessThanOrEqual(old.owned.counter);
  }
  // One bot for each press, one of them at work, and nothing on the exchange that is not its own.
  const states = (await read('/api/bots')).content.map(({ state }: { state: string }) => state);
  expect(states).toEqual(['running', ...Array<string>(KILLS).fill('stopped')]);
  const resting = await world.exchange.database.sql<{ name: string }[]>`
    select client_order_id as name from paper.orders where status in ('NEW', 'PARTIALLY_FILLED')`;
  const ours = await world.database.sql<{ name: string }[]>`
    select o.client_order_id as name from bot_orders o join bot_runs r on r.id = o.run_id
    where o.state in ('open', 'partly-filled') and r.state = 'running'`;
  expect(resting.map(({ name }) => name).toSorted()).toEqual(ours.map(({ name }) => name).toSorted());
  expect(resting).toHaveLength(8);
}, 300_000);
