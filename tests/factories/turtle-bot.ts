import type { TestSite } from '../setup/site.ts';
import { smartMoneyWorld } from './smart-money-bot.ts';

/** 25 of 100 at 0.5264; the order that waits for it has its limit half a percent above. */
export const FIRST_UNIT = 'BUY 47.4 0.529';

/** A person with bots that enter on a breakout, on XRP/USDT at 0.524. */
export async function turtleWorld(site: TestSite) {
  const world = await smartMoneyWorld(site, { type: 'smart-money-turtle', price: '0.524' });
  type Running = Awaited<ReturnType<typeof world.running>>;
  return {
    ...world,
    /** The bot's purchases on the exchange, the oldest first: what they waited for, and from when to when they did. */
    purchases: () => site.database.sql<{ trigger: string; state: string; from: number; to: number; type: string }[]>`
      select trim_scale(stop_price)::text as trigger, status as state, type, time as from, update_time as to
      from paper.orders where api_key = ${world.paperKey} and side = 'BUY' order by order_id`,
    /** With 47.4 coins bought at 0.5264 or a little above. */
    async holding(settings: Record<string, unknown> = {}): Promise<Running> {
      const bot = await world.running(settings);
      await world.ends(bot.botId, { last: 38 });
      await world.rests([FIRST_UNIT]);
      await world.price('0.5264');
      await world.shows(bot, /^Deal 1 holds 47\.3 XRP at 0\.52\d\d in 1 unit; stop 0\.520\d/);
      return bot;
    },
  };
}
