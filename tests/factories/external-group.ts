import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { freePort } from '../setup/process.ts';
import { shiftedClock } from '../setup/shifted-clock.ts';
import { testSite, type TestSite } from '../setup/site.ts';
import { until } from '../setup/until.ts';
import { copiers, XRP } from './copiers.ts';
import { type Control, paperControl } from './paper-control.ts';
import { type Reply, signedCalls } from './paper-exchange.ts';

type Row = Record<string, unknown>;

/** The owner of a key at the exchange's own door. */
export function byHand(origin: string, key: { key: string; secret: string }) {
  return signedCalls(key, async <Body>(path: string, init?: RequestInit): Promise<Reply<Body>> => {
    const response = await fetch(`${origin}${path}`, init);
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
  });
}

export const atMarket = (side: 'BUY' | 'SELL', quantity: string) => ({ side, type: 'MARKET', quantity });

async function groupOf(site: TestSite, origin: string, of: { main: string; copies: readonly string[] }) {
  const who = await copiers(site, of);
  const keys = [who.paperKey, ...who.copies.map(({ paperKey }) => paperKey)];
  const content = async (section: string): Promise<Record<string, Row[]>> => {
    const query = `market=${XRP.market}&symbolName=${XRP.symbolName}&counterEarning=true&section=${section}`;
    return (await who.get(`/api/markets/spot/list?${query}`)).body.content;
  };
  /** Every block's rows by state, the newest block first. */
  const states = async (section = 'buy') =>
    Object.values(await content(section)).map((rows) => rows.map(({ status }) => status));
  /** All orders that reached the exchange, the main key's first: 'BUY LIMIT IOC 61.5 at 0.5226 FILLED'. */
  const sent = async (): Promise<string[][]> => {
    const found = await site.database.sql<{ key: string; line: string }[]>`
      select api_key as key, concat_ws(' ', side, type, time_in_force, trim_scale(quantity), 'at', trim_scale(price),
        status) as line
      from paper.orders where api_key in ${site.database.sql(keys)} order by order_id`;
    return keys.map((key) => found.filter((order) => order.key === key).map(({ line }) => line));
  };
  return {
    ...who,
    content,
    states,
    sent,
    hand: byHand(origin, { key: who.paperKey, secret: who.paperSecret }),
    repeat: (repeatOutside: boolean) =>
      who.send('PUT', '/api/key/group/outside', { json: { mainUid: who.keyUid, repeatOutside } }),
    become: (...wanted: string[][]) => until(async () => expect(await states()).toEqual(wanted)),
    endAs: (...wanted: string[][]) => until(async () => expect(await states('history')).toEqual(wanted)),
    /** What reached the exchange of each key, in time. */
    show: (...wanted: string[][]) => until(async () => expect(await sent()).toEqual(wanted)),
    story: async (blockId: unknown): Promise<string[]> => {
      const { body } = await who.get(`/api/blocks/${String(blockId)}/events`);
      return (body.events as { text: string }[]).map(({ text }) => text);
    },
  };
}
export type OutsideGroup = Awaited<ReturnType<typeof groupOf>>;

/** One site for a test file, whose exchange takes calls past it; before each test it is as new and XRP stands at 0.52. */
export function outsideBench() {
  const { clock, pass } = shiftedClock();
  let site: TestSite | undefined;
  let origin = '';
  const ready = (): TestSite => {
    if (!site) throw new Error('The site is there once the tests run.');
    return site;
  };
  const control: Control = (what, body) => paperControl(ready())(what, body);
  const price = async (at: string) => {
    await control('price', { symbol: 'XRPUSDT', price: at });
    const seen = () => ready().deps.markets.lastPrice('binance', 'XRPUSDT')?.price.toNumber();
    await until(() => expect(seen()).toBe(Number(at)));
  };
  beforeAll(async () => {
    const port = String(await freePort());
    origin = `http://127.0.0.1:${port}`;
    site = await testSite({ PAPER_PORT: port }, clock);
  });
  beforeEach(async () => {
    await control('reset', {});
    await price('0.52');
  });
  const groups: OutsideGroup[] = [];
  // What one test left in the book would be filled before the next one's orders.
  afterEach(async () => {
    for (const { paperKey, paperSecret, copies } of groups.splice(0))
      for (const key of [{ paperKey, paperSecret }, ...copies])
        await byHand(origin, { key: key.paperKey, secret: key.paperSecret }).del('/api/v3/openOrders', {
          symbol: 'XRPUSDT',
        });
  });
  afterAll(() => site?.close());
  return {
    site: ready,
    control,
    price,
    /** The site's clock leaps, the exchange's does not. */
    pass,
    /** A main key with 1,000 USDT, whose deals by hand are repeated on copies with so much. */
    group: async (...copies: string[]): Promise<OutsideGroup> => {
      const who = await groupOf(ready(), origin, { main: '1000', copies });
      groups.push(who);
      expect((await who.repeat(true)).body).toEqual({ error: null });
      return who;
    },
  };
}
