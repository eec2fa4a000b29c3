import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import type { Clock } from '../../server/lib/clock.ts';
import { freePort } from '../setup/process.ts';
import { testSite, type TestSite } from '../setup/site.ts';
import { copiers, type Free } from './copiers.ts';
import { type Control, paperControl } from './paper-control.ts';
import { type Reply, signedCalls } from './paper-exchange.ts';
import { trader } from './visitor.ts';

export type Row = Record<string, unknown>;
export type DealTrader = Awaited<ReturnType<typeof trader>>;
type Account = Pick<DealTrader, 'paperKey' | 'paperSecret'>;
export const XRP_PAIR = { market: 'binance', symbolName: 'xrp_usdt' };
/** For what comes by itself; a machine under load may take its time. */
export const IN_TIME = { timeout: 60_000, interval: 50 };

async function call<Body>(origin: string, path: string, init?: RequestInit): Promise<Reply<Body>> {
  const response = await fetch(`${origin}${path}`, init);
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}

/** One site for a test file; before each test its exchange is as new and XRP stands at 0.52. */
export function xrpDeals(clock?: Clock) {
  let site: TestSite | undefined;
  let origin = '';
  const ready = (): TestSite => {
    if (!site) throw new Error('The site is there once the tests run.');
    return site;
  };
  const control: Control = (what, body) => paperControl(ready())(what, body);
  const price = (at: string) => control('price', { symbol: 'XRPUSDT', price: at });
  beforeAll(async () => {
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    site = await testSite({ PAPER_PORT: String(port) }, clock);
  });
  beforeEach(async () => {
    await control('reset', {});
    await price('0.52');
  });
  const byHand = (who: Account) =>
    signedCalls({ key: who.paperKey, secret: who.paperSecret }, (path, init) => call(origin, path, init));
  const accounts: Account[] = [];
  // What one test left in the book would be filled before the next one's orders.
  afterEach(async () => {
    for (const who of accounts.splice(0)) await byHand(who).del('/api/v3/openOrders', { symbol: 'XRPUSDT' });
  });
  afterAll(() => site?.close());
  const rows = async (who: DealTrader, section: string, counterEarning = true): Promise<Row[]> => {
    const query = `market=binance&symbolName=xrp_usdt&counterEarning=${counterEarning}&section=${section}`;
    const { body } = await who.get(`/api/markets/spot/list?${query}`);
    return Object.values(body.content as Record<string, Row[]>).flat();
  };
  return {
    control,
    price,
    rows,
    trader: async (): Promise<DealTrader> => {
      const who = await trader(ready());
      accounts.push(who);
      return who;
    },
    /** A main key and its copies, which have so much free. */
    group: async (free: Free) => {
      const who = await copiers(ready(), free);
      accounts.push(who, ...who.copies);
      return who;
    },
    site: ready,
    /** Calls to the exchange past the site, as the owner of the key makes them by hand. */
    byHand,
    /** What this site asks of the exchange with a key, of which the answer says how much may still be asked. */
    askOpenOrders: async ({ keyUid }: DealTrader) => {
      const { markets, keys } = ready().deps.orders;
      const [row] = await ready().database.sql<{ userId: string }[]>`
        select user_id as "userId" from keys where id = ${keyUid}`;
      const key = await keys.byId(row?.userId ?? '', keyUid);
      if (!key) throw new Error('The key is gone.');
      return markets.exchange('binance').openOrders(key.credentials, 'XRPUSDT');
    },
    /** The first row once it looks like that. */
    shows: (who: DealTrader, like: Row, of: { section?: string; counterEarning?: boolean } = {}): Promise<Row> =>
      vi.waitFor(async () => {
        const [row] = await rows(who, of.section ?? 'buy', of.counterEarning);
        expect(row).toMatchObject(like);
        return row as Row;
      }, IN_TIME),
    /** All orders that ever reached the exchange for a trader, oldest first. */
    sent: (who: Pick<Account, 'paperKey'>) => ready().database.sql<
      { side: string; type: string; quantity: string; status: string }[]
    >`
      select side, type, trim_scale(quantity)::text as quantity, status
      from paper.orders where api_key = ${who.paperKey} order by order_id`,
    /** What this site wrote down to send, refused orders too. */
    written: (who: DealTrader) => ready().database.sql<{ leg: string; state: string; reason: string | null }[]>`
      select leg, state, reason from orders where key_id = ${who.keyUid} order by placed_at, id`,
    /** The same besides entries, as '<leg> <state>'. */
    exits: async (who: DealTrader): Promise<string[]> =>
      (
        await ready().database.sql<{ exit: string }[]>`
          select leg || ' ' || state as exit from orders
          where key_id = ${who.keyUid} and leg <> 'entry' order by 1`
      ).map(({ exit }) => exit),
  };
}
export type XrpDeals = ReturnType<typeof xrpDeals>;

/** Its block's id, once its entry at 0.52 is filled; sides and sizes as the trading rules have them. */
export async function filledEntry(
  deals: XrpDeals,
  who: DealTrader,
  of: { side?: 'buy' | 'sell'; counterEarning?: boolean; counterQuantity?: number } = {},
): Promise<string> {
  const { side = 'buy', counterEarning = true, counterQuantity = 100 } = of;
  const order = { ...XRP_PAIR, price: 0.52, counterQuantity, counterEarning };
  const { body } = await who.post(`/api/markets/spot/first/${side}`, order);
  expect(body.error).toBeNull();
  const { blockId } = body.orderBlock as { blockId: string };
  await vi.waitFor(async () => {
    const row = (await deals.rows(who, side, counterEarning)).find((each) => each.blockId === blockId);
    expect(row).toMatchObject({ status: 'filled', filledQuantity: 100 });
  }, IN_TIME);
  return blockId;
}

export const setTargets = (who: DealTrader, blockId: string, targets: Row) =>
  who.post('/api/markets/spot/third', { ...XRP_PAIR, blockId, ...targets });
