import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR } from '#contracts/rules/time.ts';
import { FLOW } from '../../../tests/factories/smart-money-bot.ts';
import { type KillableSite, killableSite } from '../../../tests/factories/killable-site.ts';
import { until } from '../../../tests/setup/until.ts';

let world: KillableSite;
beforeAll(async () => {
  world = await killableSite();
}, 60_000);
afterAll(() => world.close());

const PATIENCE = { timeout: 90_000, interval: 300 };
const price = (at: string) => world.exchange.control('price', { symbol: 'XRPUSDT', price: at });

it('C-13, PB-5: killed while the entry of a signal is placed and while it fills, it is bought once, with its exits', async () => {
  await price('0.53');
  const [who] = await world.people([['1000']]);
  if (!who) throw new Error('No user signed up.');
  await world.start();
  const [key] = await world.database.sql<{ apiKey: string }[]>`select api_key as "apiKey" from keys`;
  // What it buys is all that it has: its targets are what the fee leaves.
  await world.exchange.control('balance', { key: key?.apiKey ?? '', asset: 'XRP', free: '0' });
  const book = async (): Promise<string[]> => {
    const rows = await world.exchange.database.sql<{ line: string }[]>`
      select side || ' ' || trim_scale(quantity - executed_qty)::text || ' ' ||
        trim_scale(coalesce(nullif(price, 0), stop_price))::text as line
      from paper.orders where api_key = ${key?.apiKey ?? ''} and status in ('NEW', 'PARTIALLY_FILLED')
      order by coalesce(nullif(price, 0), stop_price)`;
    return rows.map(({ line }) => line);
  };
  const rests = (expected: string[]) => until(async () => expect(await book()).toEqual(expected), PATIENCE);
  const bot = { name: 'Flow', type: 'smart-money', settings: FLOW, market: 'binance', symbolName: 'xrp_usdt' };
  const made = await until(async () => {
    const { body } = await world.as(who).post('/api/bots', bot);
    expect(body.error).toBeNull();
    return body.bot.botId as string;
  }, PATIENCE);
  await until(async () => {
    const { body } = await world.as(who).post(`/api/bots/${made}/start`, {});
    expect(body.error === null || String(body.error).startsWith('A bot runs already')).toBe(true);
  }, PATIENCE);
  const detail = async () => (await world.as(who).get(`/api/bots/${made}`)).body;
  await until(async () => expect((await detail()).now).toMatch(/^Waits for a signal/), PATIENCE);

  // What a signal writes down, in one transaction.
  await world.database.sql`
    insert into bot_deals (user_id, run_id, number, market_price, opened_at, price, quantity, valid_until)
    select user_id, id, 1, 0.53, ${Date.now()}, 0.5251, 190.4, ${Date.now() + 4 * HOUR} from bot_runs`;
  await world.database.sql`update bot_runs set due_at = ${Date.now()}`;
  const isBegun = async () => {
    const rows = await world.database.sql<{ id: string }[]>`select block_id as id from bot_deal_blocks`;
    expect(rows).toHaveLength(1);
  };
  await until(isBegun, { timeout: 60_000, interval: 2 });
  await world.crash();
  await rests(['BUY 190.4 0.5251']);
  // It fills while no server runs.
  await world.crash(async () => void (await price('0.5251')));
  await rests(['SELL 190.2 0.5145', 'SELL 190.2 0.5409']);

  await until(async () => expect((await detail()).now).toMatch(/^Deal 1 holds 190\.2 XRP/), PATIENCE);
  const { runs } = await detail();
  const [coins] = await world.exchange.database.sql<{ total: string }[]>`
    select (free + locked)::text as total from paper.balances where asset = 'XRP' and api_key = ${key?.apiKey ?? ''}`;
  expect(runs[0].owned.base).toBeCloseTo(190.2096, 8);
  expect(Number(coins?.total)).toBeCloseTo(runs[0].owned.base, 8);
}, 400_000);
