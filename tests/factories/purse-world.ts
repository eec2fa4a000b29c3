import { expect } from 'vitest';
import type { TestSite } from '../setup/site.ts';
import { until } from '../setup/until.ts';
import { GRID } from './bot-settings.ts';
import { type Detail, botWorld } from './bot-world.ts';

interface Missing {
  base: number;
  counter: number;
  givesUp: number[];
}

/** A person with grids on XRP/USDT, from whose account another hand takes money and coins. */
export async function purseWorld(site: TestSite, copies: readonly string[] = []) {
  const world = await botWorld(site, { copies });
  async function running(settings: Record<string, unknown> = {}, more: Record<string, unknown> = {}) {
    const bot = await world.create({ type: 'grid', settings: { ...GRID, ...settings } }, more);
    expect((await bot.call('start')).body.error).toBeNull();
    await bot.shows('running');
    return bot;
  }
  type Bot = Awaited<ReturnType<typeof running>>;
  const detail = async (bot: Bot) => (await bot.detail()) as Detail & { needs: string | null };
  const prices = async (): Promise<string[]> => (await world.book()).flatMap((line) => line.split(' ')[2] ?? []);
  return {
    ...world,
    running,
    detail,
    /** Prices at which its orders rest. */
    prices,
    /** So much is free afterwards. */
    leaves: (asset: string, free: string, key = world.paperKey) => world.control('balance', { key, asset, free }),
    missingOf: async (bot: Bot, run = 0): Promise<Missing | null> =>
      ((await bot.detail()).runs as unknown as { missing: Missing | null }[])[run]?.missing ?? null,
    why: async ({ botId }: Bot): Promise<string> =>
      ((await world.get(`/api/bots/${botId}/why`)).body.content as { text: string }[])
        .map(({ text }) => text)
        .join(' '),
    async free(asset: string): Promise<number> {
      const [row] = await site.database.sql<{ free: string }[]>`
        select free::text as free from paper.balances where api_key = ${world.paperKey} and asset = ${asset}`;
      return Number(row?.free ?? 0);
    },
    async cancelsSale(price: string): Promise<void> {
      const [order] = await site.database.sql<{ clientOrderId: string }[]>`
        select client_order_id as "clientOrderId" from paper.orders
        where api_key = ${world.paperKey} and status = 'NEW' and side = 'SELL' and price = ${price}`;
      const named = { key: world.paperKey, symbol: 'XRPUSDT', clientOrderId: order?.clientOrderId };
      await world.control('order', { do: 'cancel', ...named });
    },
    /** Paused with nothing in the book. */
    async pauses(bot: Bot): Promise<void> {
      expect((await bot.call('pause', { takeDown: true })).body.error).toBeNull();
      await until(async () => expect(await world.book()).toEqual([]));
    },
  };
}
