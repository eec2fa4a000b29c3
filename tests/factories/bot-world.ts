import { expect } from 'vitest';
import type { TestSite } from '../setup/site.ts';
import { until } from '../setup/until.ts';
import { copiers } from './copiers.ts';
import { paperControl } from './paper-control.ts';

/** Within the rate limit of a person. */
const SLOWLY = { interval: 250 };
const PAIR = { market: 'binance', symbolName: 'xrp_usdt' };

interface Level {
  number: number;
  side: string;
  stopPrice: number | null;
  quantity: number;
  resting: boolean;
  rounds: number;
  earned: number;
  held: number;
  idle: string | null;
}
interface Run {
  owned: { base: number; counter: number };
  given: { base: number; counter: number };
  result: { total: number; rounds: number; position: number };
  levels: Level[];
  state: string;
}
export interface Detail {
  state: string;
  reason: string | null;
  now: string;
  withoutUs: string | null;
  protection: string | null;
  pnl: number | null;
  pnlPercent: number | null;
  peopleCopied: number;
  runs: Run[];
  result: { total: number; rounds: number; position: number } | null;
}

/** A person with bots on XRP/USDT of the paper exchange, whose price is set by the test. */
export async function botWorld(site: TestSite, of: { main?: string; coins?: string; copies?: readonly string[] } = {}) {
  const control = paperControl(site);
  /** Trades at this price; a start reads the last price, which the server knows once its stream has brought it. */
  async function price(at: string): Promise<void> {
    await control('price', { symbol: 'XRPUSDT', price: at });
    await until(() => expect(site.deps.markets.lastPrice('binance', 'XRPUSDT')?.price.toNumber()).toBe(Number(at)));
  }
  const who = await copiers(site, { main: of.main ?? '1000', copies: of.copies ?? ['1000'] });
  await control('balance', { key: who.paperKey, asset: 'XRP', free: of.coins ?? '0' });
  /** The orders of `book`, with their ids. */
  const resting = () =>
    site.database.sql<{ id: string; line: string }[]>`
      select client_order_id as id, side || ' ' || trim_scale(quantity - executed_qty)::text || ' ' || trim_scale(price)::text
        || case when stop_price = 0 or working_time is not null then '' else ' from ' || trim_scale(stop_price)::text end as line
      from paper.orders where api_key = ${who.paperKey} and status in ('NEW', 'PARTIALLY_FILLED') order by price`;

  async function create(plan: { type: string; settings: Record<string, unknown> }, more: Record<string, unknown> = {}) {
    const { body } = await who.post('/api/bots', { name: 'Night grid', ...PAIR, ...plan, ...more });
    expect(body.error).toBeNull();
    const botId = body.bot.botId as string;
    const path = `/api/bots/${botId}`;
    const detail = async (): Promise<Detail> => (await who.get(path)).body as Detail;
    return {
      botId,
      detail,
      call: (name: string, json: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
        who.post(`${path}/${name}`, json, headers),
      /** Its first run once it looks like that. */
      shows: (state: string, check: (run: Run, bot: Detail) => void = () => {}) =>
        until(async () => {
          const bot = await detail();
          expect([bot.state, bot.reason]).toEqual([state, bot.reason]);
          const [run] = bot.runs;
          if (!run) throw new Error('It has no run.');
          check(run, bot);
        }, SLOWLY),
    };
  }

  return {
    ...who,
    control,
    price,
    create,
    resting,
    /** What rests on the exchange for the main key, the lowest price first: side, quantity, limit, and the trigger that it still waits for. */
    async book(): Promise<string[]> {
      return (await resting()).map(({ line }) => line);
    },
    /** Free and locked together, straight from the exchange's books. */
    async balance(asset: string): Promise<string> {
      const [row] = await site.database.sql<{ total: string }[]>`
        select trim_scale(free + locked)::text as total from paper.balances
        where api_key = ${who.paperKey} and asset = ${asset}`;
      return row?.total ?? '0';
    },
  };
}
