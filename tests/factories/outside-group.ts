import { freePort } from '../setup/process.ts';
import { testSite, type TestSite } from '../setup/site.ts';
import { type Copiers, copiers } from './copiers.ts';
import { type PaperTrader, type Reply, signedCalls } from './paper-exchange.ts';

/** A site whose exchange also takes calls past it, as the owner of a key makes them by hand. */
export async function siteWithDoor(): Promise<{ site: TestSite; origin: string }> {
  const port = String(await freePort());
  return { site: await testSite({ PAPER_PORT: port }), origin: `http://127.0.0.1:${port}` };
}

const caller =
  (origin: string) =>
  async <Body>(path: string, init?: RequestInit): Promise<Reply<Body>> => {
    const response = await fetch(`${origin}${path}`, init);
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
  };

export type Hand = Omit<PaperTrader, 'key' | 'secret'>;

/** The owner of the main key at the exchange's own door. */
export const byHand = (origin: string, who: Pick<Copiers, 'paperKey' | 'paperSecret'>): Hand =>
  signedCalls({ key: who.paperKey, secret: who.paperSecret }, caller(origin));

type Usdt = Parameters<typeof copiers>[1];

/** A group of a main key and its copies, that repeats outside deals unless told otherwise. */
export async function outsideGroup({ site, origin }: { site: TestSite; origin: string }, usdt: Usdt, repeats = true) {
  const who = await copiers(site, usdt);
  const repeat = async (repeatOutside: boolean) =>
    who.send('PUT', '/api/key/group/outside', { json: { mainUid: who.keyUid, repeatOutside } });
  if (repeats) await repeat(true);
  const keys = [who.paperKey, ...who.copies.map(({ paperKey }) => paperKey)];
  /** All orders that reached the exchange, the main key's first, as 'BUY LIMIT IOC 61.5 at 0.5226 FILLED'. */
  const sent = async (): Promise<string[][]> => {
    const found = await site.database.sql<{ key: string; line: string }[]>`
      select api_key as key, concat_ws(' ', side, type, time_in_force, trim_scale(quantity), 'at', trim_scale(price), status) as line
      from paper.orders where api_key in ${site.database.sql(keys)} order by order_id`;
    return keys.map((key) => found.filter((order) => order.key === key).map(({ line }) => line));
  };
  return { ...who, repeat, sent, hand: byHand(origin, who) };
}
export type OutsideGroup = Awaited<ReturnType<typeof outsideGroup>>;
