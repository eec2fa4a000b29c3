import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR } from '#contracts/rules/time.ts';
import { FLOW } from '../../../tests/factories/bot-settings.ts';
import { killableBot } from '../../../tests/factories/killable-bot.ts';
import { type KillableSite, killableSite } from '../../../tests/factories/killable-site.ts';
import { until } from '../../../tests/setup/until.ts';

let world: KillableSite;
beforeAll(async () => {
  world = await killableSite();
});
afterAll(() => world.close());

const price = (at: string) => world.exchange.control('price', { symbol: 'XRPUSDT', price: at });

it('C-13, PB-5: killed while the entry of a signal is placed and while it fills, it is bought once, with its exits', async () => {
  await price('0.53');
  // What it buys is all that it has: its targets are what the fee leaves.
  const bot = await killableBot(world, { name: 'Flow', type: 'smart-money', settings: FLOW }, { XRP: '0' });
  await bot.says(/^Waits for a signal/);

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
  await bot.rests(['BUY 190.4 0.5251']);
  // It fills while no server runs.
  await world.crash(async () => void (await price('0.5251')));
  await bot.rests(['SELL 190.2 0.5145', 'SELL 190.2 0.5409']);

  await bot.says(/^Deal 1 holds 190\.2 XRP/);
  const { runs } = await bot.detail();
  expect(runs[0].owned.base).toBeCloseTo(190.2096, 8);
  expect(await bot.coins()).toBeCloseTo(runs[0].owned.base, 8);
}, 400_000);
