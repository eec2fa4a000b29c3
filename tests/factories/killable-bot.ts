import { expect } from 'vitest';
import { until } from '../setup/until.ts';
import type { KillableSite } from './killable-site.ts';
import { restingLines } from './resting-lines.ts';

const PATIENCE = { timeout: 90_000, interval: 300 };

interface Settings {
  name: string;
  type: string;
  settings: Record<string, unknown>;
}

/** A bot of a key with 1,000 USDT, on XRP/USDT where its type has one pair, at a server that may be killed. */
export async function killableBot(site: KillableSite, bot: Settings, free: Record<string, string> = {}) {
  const [who] = await site.people([['1000']]);
  if (!who) throw new Error('No user signed up.');
  await site.start();
  const [key] = await site.database.sql<{ apiKey: string }[]>`select api_key as "apiKey" from keys`;
  if (!key) throw new Error('The key was not taken.');
  const { apiKey } = key;
  for (const [asset, amount] of Object.entries(free))
    await site.exchange.control('balance', { key: apiKey, asset, free: amount });
  const botId = await until(async () => {
    const { body } = await site.as(who).post('/api/bots', { ...bot, market: 'binance', symbolName: 'xrp_usdt' });
    expect(body.error).toBeNull();
    return body.bot.botId as string;
  }, PATIENCE);
  await until(async () => {
    const { body } = await site.as(who).post(`/api/bots/${botId}/start`, {});
    expect(body.error === null || String(body.error).startsWith('A bot runs already')).toBe(true);
  }, PATIENCE);
  const { sql } = site.exchange.database;
  const book = () => restingLines(sql, apiKey);
  const detail = async () => (await site.as(who).get(`/api/bots/${botId}`)).body;
  return {
    who,
    botId,
    book,
    detail,
    rests: (expected: string[]) => until(async () => expect(await book()).toEqual(expected), PATIENCE),
    says: (now: RegExp) => until(async () => expect((await detail()).now).toMatch(now), PATIENCE),
    /** All coins of the key at the exchange, free or locked. */
    async coins(asset = 'XRP'): Promise<number> {
      const [row] = await sql<{ total: string }[]>`
        select (free + locked)::text as total from paper.balances where asset = ${asset} and api_key = ${apiKey}`;
      return Number(row?.total ?? 0);
    },
    /** All that the exchange ever received from the key, in its order. */
    orders: () => sql<{ line: string; status: string; from: string; to: string }[]>`
      select side || ' ' || trim_scale(quantity)::text || ' ' || symbol as line, status, time::text as from,
        update_time::text as to
      from paper.orders where api_key = ${apiKey} order by order_id`,
  };
}
