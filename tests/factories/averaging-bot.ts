import { expect } from 'vitest';
import type { TestSite } from '../setup/site.ts';
import { until } from '../setup/until.ts';
import { LADDER } from './bot-settings.ts';
import { botWorld } from './bot-world.ts';
import { restingLines } from './resting-lines.ts';

/** Price, quantity, sellable and take profit of each of its orders. */
export const ROWS = [
  ['0.523', '38.2', '38.1', '0.5328'],
  ['0.5151', '38.8', '76.9', '0.5281'],
  ['0.5049', '55.4', '132.2', '0.5222'],
  ['0.4916', '79.7', '211.8', '0.5139'],
  ['0.4744', '115.6', '327.3', '0.5028'],
  ['0.452', '169.9', '497.1', '0.488'],
] as const;

/** What rests once so many additions have filled, the lowest price first; a stop by its trigger. */
export function bookAfter(filled: number): string[] {
  const [, , sellable, takeProfit] = ROWS[filled] ?? ROWS[0];
  const additions = ROWS.slice(filled + 1).map(([price, quantity]) => `BUY ${quantity} ${price}`);
  return [`SELL ${sellable} 0.4294`, ...additions.toReversed(), `SELL ${sellable} ${takeProfit}`];
}
export const ONLY_EXITS = ['SELL 38.1 0.4294', 'SELL 38.1 0.5328'];

export const IN_TIME = { timeout: 40_000, interval: 100 };

/** A person with averaging bots on XRP/USDT of the paper exchange, which trades at 0.523. */
export async function averagingWorld(site: TestSite, copies: readonly string[] = ['1000']) {
  const world = await botWorld(site, { copies });
  await world.control('reset', {});
  await world.price('0.523');
  const made = (settings: Record<string, unknown> = {}, more: Record<string, unknown> = {}) =>
    world.create({ type: 'averaging', settings: { ...LADDER, ...settings } }, more);
  const book = (key = world.paperKey): Promise<string[]> => restingLines(site.database.sql, key);
  return {
    ...world,
    made,
    async running(settings: Record<string, unknown> = {}, more: Record<string, unknown> = {}) {
      const bot = await made(settings, more);
      expect((await bot.call('start')).body.error).toBeNull();
      return bot;
    },
    book,
    rests: (expected: string[], key?: string) => until(async () => expect(await book(key)).toEqual(expected), IN_TIME),
  };
}
