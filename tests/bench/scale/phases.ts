import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@nats-io/transport-node';
import { randomFrom } from '../../../server/exchanges/paper/market/random.ts';
import { ownerOf } from '../../../server/runtime/leases/partition.ts';
import { trader } from '../../factories/visitor.ts';
import { addAlert, nextOrder, type Person } from '../../rehearsal/people.ts';
import type { ManySite } from '../../rehearsal/site.ts';

export const SYMBOL = 'XRPUSDT';
export const PRICE = 0.52;
const LIST = '/api/markets/spot/list?market=binance&symbolName=xrp_usdt&counterEarning=true&section=buy';
const AT_ONCE = 6;

/** Calls `work` so many times a second, whether the ones before have ended or not, and waits for all of them. */
async function paced(count: number, perSecond: number, work: (nth: number) => unknown): Promise<void> {
  const began = performance.now();
  const failed: unknown[] = [];
  const all: Promise<unknown>[] = [];
  for (let nth = 0; nth < count && failed.length === 0; nth += 1) {
    await sleep(Math.max(0, began + (nth * 1000) / perSecond - performance.now()));
    all.push(Promise.resolve(work(nth)).catch((error: unknown) => failed.push(error)));
  }
  await Promise.all(all);
  if (failed.length > 0) throw failed[0];
}

/** People with a paper key whose orders belong to one and the same engine, and who call the first web process. */
export async function joinOneEngine(site: ManySite, count: number): Promise<Person[]> {
  const url = `http://127.0.0.1:${site.webs[0]?.port}`;
  const app = { request: (path: string, init?: RequestInit) => fetch(`${url}${path}`, init) };
  const engines = await site.sql<{ name: string }[]>`select name from leases where scope = 'order-engines'`;
  const members = engines.map(({ name }) => name);
  const people: Person[] = [];
  while (people.length < count) {
    const some = await Promise.all(Array.from({ length: AT_ONCE }, () => trader({ app })));
    for (const who of some) {
      const [user] = await site.sql<{ id: string }[]>`select user_id as id from users where email = ${who.email}`;
      if (ownerOf(members, user?.id ?? '') === members[0]) people.push(who);
    }
  }
  return people.slice(0, count);
}

const HOUR = 3_600_000;
/** Sixty people a minute, all of them anew where an hour ends meanwhile. */
const WORTH_WITHIN = 400_000;

/** Waits until the worth of all keys is recorded, of the next hour too: one that begins is no part of what is measured. Answers of how many. */
export async function worthRecorded({ sql }: ManySite): Promise<number> {
  const until = Date.now() + WORTH_WITHIN;
  for (;;) {
    const [found] = await sql<{ keys: number; known: number }[]>`
      select (select count(*)::int from keys where deleted_at is null) as keys,
        (select count(*)::int from worth_snapshots where grain = 'hour' and bucket between ${Date.now() - HOUR + 1} and ${Date.now()}) as known`;
    if (found && found.keys > 0 && found.known >= found.keys) {
      await sql`
        insert into worth_snapshots (user_id, key_id, grain, bucket, at, usdt)
        select user_id, key_id, grain, bucket + ${HOUR}, at, usdt from worth_snapshots where grain = 'hour'
        on conflict do nothing`;
      return found.keys;
    }
    if (Date.now() > until) throw new Error('The worth of keys was not recorded.');
    await sleep(2000);
  }
}

/** The worth of all keys is recorded anew. Answers of how many. */
export async function recordWorth(site: ManySite): Promise<number> {
  await site.sql`delete from worth_snapshots where grain = 'hour' and bucket <= ${Date.now()}`;
  return worthRecorded(site);
}

/** Trades in one pair, at two prices in turn. */
export const trade = (site: ManySite, count: number, perSecond: number): Promise<void> =>
  paced(count, perSecond, (nth) => site.setPrice(SYMBOL, (PRICE + (nth % 2) * 0.0001).toFixed(4)));

/** People are announced to the engines as active, each for the first time within a minute. */
export async function announcePeople(site: ManySite, count: number, perSecond: number): Promise<void> {
  const connection = await connect({ servers: site.nats.url });
  await paced(count, perSecond, () => connection.publish('balances.seen', JSON.stringify(randomUUID())));
  await connection.flush();
  await connection.close();
}

export async function saveAlerts(people: readonly Person[], each: number, to: number): Promise<void> {
  const count = people.length * each;
  const step = (to - PRICE - 0.001) / count;
  await paced(count, 15, (nth) => addAlert(people[nth % people.length] as Person, PRICE + 0.001 + step * nth));
}

/** Orders of people in turn; answers how many were accepted. */
export async function placeOrders(people: readonly Person[], each: number, perSecond: number): Promise<number> {
  const { uniform } = randomFrom('unit costs');
  let placed = 0;
  await paced(people.length * each, perSecond, async (nth) => {
    const { body } = await (people[nth % people.length] as Person).buy(nextOrder(uniform, PRICE, nth));
    if (body.error === null) placed += 1;
  });
  return placed;
}

/** The market rises past every alert, in as many steps as given. */
export const passAlerts = (site: ManySite, to: number, steps: number): Promise<void> =>
  paced(steps + 1, 2, (nth) => site.setPrice(SYMBOL, (PRICE + ((to - PRICE) * nth) / steps).toFixed(4)));

export const readLists = (people: readonly Person[], count: number, perSecond: number): Promise<void> =>
  paced(count, perSecond, async (nth) => {
    const { status } = await (people[nth % people.length] as Person).get(LIST);
    if (status !== 200) throw new Error(`A list answered ${status}.`);
  });
