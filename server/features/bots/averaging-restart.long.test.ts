import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookAfter, LADDER } from '../../../tests/factories/averaging-bot.ts';
import { type KillableSite, killableSite } from '../../../tests/factories/killable-site.ts';
import { until } from '../../../tests/setup/until.ts';

let world: KillableSite;
beforeAll(async () => {
  world = await killableSite();
}, 60_000);
afterAll(() => world.close());

const PATIENCE = { timeout: 90_000, interval: 300 };
const price = (at: string) => world.exchange.control('price', { symbol: 'XRPUSDT', price: at });

it('C-13, PB-11: killed while its ladder is placed and while additions fill, it places each order once and joins each fill', async () => {
  await price('0.523');
  const [who] = await world.people([['1000']]);
  if (!who) throw new Error('No user signed up.');
  await world.start();
  const [key] = await world.database.sql<{ apiKey: string }[]>`select api_key as "apiKey" from keys`;
  const book = async (): Promise<string[]> => {
    const rows = await world.exchange.database.sql<{ line: string }[]>`
      select side || ' ' || trim_scale(quantity - executed_qty)::text || ' ' ||
        trim_scale(coalesce(nullif(price, 0), stop_price))::text as line
      from paper.orders where api_key = ${key?.apiKey ?? ''} and status in ('NEW', 'PARTIALLY_FILLED')
      order by coalesce(nullif(price, 0), stop_price)`;
    return rows.map(({ line }) => line);
  };
  const rests = (expected: string[]) => until(async () => expect(await book()).toEqual(expected), PATIENCE);
  const bot = { name: 'Ladder', type: 'averaging', settings: LADDER, market: 'binance', symbolName: 'xrp_usdt' };
  const made = await until(async () => {
    const { body } = await world.as(who).post('/api/bots', bot);
    expect(body.error).toBeNull();
    return body.bot.botId as string;
  }, PATIENCE);
  await until(async () => {
    const { body } = await world.as(who).post(`/api/bots/${made}/start`, {});
    expect(body.error === null || String(body.error).startsWith('A bot runs already')).toBe(true);
  }, PATIENCE);
  await until(async () => expect((await book()).length).toBeGreaterThan(2), { timeout: 60_000, interval: 5 });
  await world.crash();
  await rests(bookAfter(0));

  // Two additions fill while no server runs.
  await world.crash(async () => void (await price('0.5049')));
  await rests(bookAfter(2));
  // And one as the server is killed in the middle of joining.
  await price('0.4916');
  await until(async () => expect(await book()).not.toEqual(bookAfter(2)), { timeout: 60_000, interval: 5 });
  await world.crash();
  await rests(bookAfter(3));

  const { body } = await world.as(who).get(`/api/bots/${made}`);
  const [coins] = await world.exchange.database.sql<{ total: string }[]>`
    select (free + locked)::text as total from paper.balances where asset = 'XRP' and api_key = ${key?.apiKey ?? ''}`;
  expect(body.runs[0].owned.base).toBeCloseTo(211.8879, 8);
  expect(Number(coins?.total) - 10_000).toBeCloseTo(body.runs[0].owned.base, 8);
}, 400_000);
