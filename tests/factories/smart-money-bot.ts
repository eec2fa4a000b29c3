import { Big } from 'big.js';
import { expect, vi } from 'vitest';
import { HOUR } from '../../server/contracts/rules/time.ts';
import type { Candle } from '../../server/exchanges/exchange.ts';
import type { TestSite } from '../setup/site.ts';
import { until } from '../setup/until.ts';
import { botWorld } from './bot-world.ts';
import { FLOW, TURTLE } from './bot-settings.ts';
import { restingLines } from './resting-lines.ts';
import { CLOSES, TAKER_BOUGHT, VOLUMES } from './worked-bars.ts';

/** So long that no test meets the end of a bar. */
const LENGTH = 4 * HOUR;
export const IN_TIME = { timeout: 60_000, interval: 100 };

/** How a test has the bars of the exchange: up to which one they have ended, and which of them sellers took. */
interface Shown {
  /** Place of the bar that has just ended; 38 stands out. */
  last: number;
  sold: boolean;
  /** Bars that are missing. */
  gap: number | null;
  /** No bar went lower. */
  floor: number;
}

/** The worked bars, the last of them ended at `end`. */
function barsOf({ last, sold, gap, floor }: Shown, end: number): Candle[] {
  return CLOSES.flatMap((close, at): Candle[] => {
    if (at > last || at === gap) return [];
    const openTime = end - (last - at + 1) * LENGTH;
    const [volume, bought] = [VOLUMES[at] ?? 0, TAKER_BOUGHT[at] ?? 0];
    const price = new Big(close);
    return [
      {
        openTime,
        closeTime: openTime + LENGTH - 1,
        open: price,
        high: price.plus('0.0012'),
        low: price.minus('0.0011').lt(floor) ? new Big(floor) : price.minus('0.0011'),
        close: price,
        volume: new Big(volume),
        quoteVolume: new Big(volume),
        takerBase: null,
        takerQuote: new Big(sold ? volume - bought : bought),
        trades: null,
      },
    ];
  });
}

interface Of {
  copies?: readonly string[];
  price?: string;
  type?: 'smart-money' | 'smart-money-turtle';
}

/** A person with smart money bots on XRP/USDT, which trades at 0.53, above where they buy. The bars are the test's. */
export async function smartMoneyWorld(
  site: TestSite,
  { copies = ['1000'], price = '0.53', type = 'smart-money' }: Of = {},
) {
  const usual = type === 'smart-money' ? FLOW : TURTLE;
  const world = await botWorld(site, { copies });
  await world.control('reset', {});
  await world.price(price);
  const shown: Shown = { last: 37, sold: false, gap: null, floor: 0 };
  const end = () => Math.floor(Date.now() / LENGTH) * LENGTH;
  const exchange = site.deps.markets.exchange('binance');
  const read = exchange.candles.bind(exchange);
  const spied = vi
    .spyOn(exchange, 'candles')
    .mockImplementation(async (of) =>
      of.interval === FLOW.interval ? { outcome: 'ok', value: barsOf(shown, end()) } : read(of),
    );

  /** The bar of this place ends: what was decided on last is so many bars ago, one unless said otherwise. */
  async function ends(botId: string, bars: Partial<Shown>, since = 1): Promise<void> {
    Object.assign(shown, bars);
    await until(async () => {
      const [run] = await site.database.sql<{ state: string }[]>`
        update bot_runs set bars = jsonb_set(bars, '{until}', to_jsonb(${end() - since * LENGTH}::bigint)),
          watched_since = ${end() - 100 * LENGTH}, due_at = ${Date.now()}
        where bot_id = ${botId} and state = 'running' and bars is not null returning state`;
      expect(run?.state).toBe('running');
    }, IN_TIME);
  }

  const book = (key = world.paperKey): Promise<string[]> => restingLines(site.database.sql, key);
  const made = (settings: Record<string, unknown> = {}, more: Record<string, unknown> = {}) =>
    world.create({ type, settings: { ...usual, ...settings } }, more);
  const why = async (botId: string): Promise<string[]> =>
    (await world.get(`/api/bots/${botId}/why`)).body.content.map(({ text }: { text: string }) => text);
  return {
    ...world,
    made,
    ends,
    book,
    why,
    rests: (expected: string[], key?: string) => until(async () => expect(await book(key)).toEqual(expected), IN_TIME),
    /** Until the line of its card is like this. */
    shows: (bot: Pick<Awaited<ReturnType<typeof made>>, 'detail'>, now: RegExp) =>
      until(async () => expect((await bot.detail()).now).toMatch(now), IN_TIME),
    /** Until its log has a sentence like this. */
    says: (botId: string, sentence: RegExp) =>
      until(async () => expect(await why(botId)).toContainEqual(expect.stringMatching(sentence)), IN_TIME),
    async running(settings: Record<string, unknown> = {}, more: Record<string, unknown> = {}) {
      const bot = await made(settings, more);
      expect((await bot.call('start')).body.error).toBeNull();
      await until(async () => expect((await bot.detail()).now).toMatch(/^Waits for/), IN_TIME);
      return bot;
    },
    /** The exchange's own bars again. */
    restore: () => spied.mockRestore(),
  };
}
