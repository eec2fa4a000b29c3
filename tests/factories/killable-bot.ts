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

/** A bot that runs on XRP/USDT with 1,000 USDT, at a server that may be killed. With `coins`, its key has only so many XRP. */
export async function killableBot(site: KillableSite, bot: Settings, coins?: string) {
  const [who] = await site.people([['1000']]);
  if (!who) throw new Error('No user signed up.');
  await site.start();
  const [key] = await site.database.sql<{ apiKey: string }[]>`select api_key as "apiKey" from keys`;
  if (!key) throw new Error('The key was not taken.');
  const { apiKey } = key;
  if (coins !== undefined) await site.exchange.control('balance', { key: apiKey, asset: 'XRP', free: coins });
  const botId = await until(async () => {
    const { body } = await site.as(who).post('/api/bots', { ...bot, market: 'binance', symbolName: 'xrp_usdt' });
    expect(body.error).toBeNull();
    return body.bot.botId as string;
  }, PATIENCE);
  await until(async () => {
    const { body } = await site.as(who).post(`/api/bots/${botId}/start`, {});
    expect(body.error === null || String(body.error).startsWith('A bot runs already')).toBe(true);
  }, PATIENCE);
  const book = () => restingLines(site.exchange.database.sql, apiKey);
  const detail = async () => (await site.as(who).get(`/api/bots/${botId}`)).body;
  return {
    book,
    detail,
    rests: (expected: string[]) => until(async () => expect(await book()).toEqual(expected), PATIENCE),
    says: (now: RegExp) => until(async () => expect((await detail()).now).toMatch(now), PATIENCE),
    /** All XRP of the key at the exchange, free or locked. */
    async coins(): Promise<number> {
      const [row] = await site.exchange.database.sql<{ total: string }[]>`
        select (free + locked)::text as total from paper.balances where asset = 'XRP' and api_key = ${apiKey}`;
      return Number(row?.total);
    },
  };
}
