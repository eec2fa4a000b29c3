import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { Pool } from 'undici';
import { addCopyKey } from '#contracts/key-groups.ts';
import { addKey, createPaperKey, KEYS_PER_ACCOUNT } from '#contracts/keys.ts';
import { openDatabase } from '../../server/db/database.ts';
import { startEmbedded } from '../../server/db/embedded.ts';
import { createLog } from '../../server/lib/log.ts';
import { inTurn, median, type Row, summary, timed } from './measure.ts';
import { type Account, bareBuy, type Person, placeBuy, pricesBelow, stranger } from './resting-buys.ts';
import { dataFolder } from '../setup/data-folder.ts';
import { freePort, startSite } from './site.ts';

const GOAL = 2;
const ROUNDS = 9;
/** Before the first round: connections and statements are warm in a server that runs. */
const WARM_UP = 6;
const COPIES = KEYS_PER_ACCOUNT - 1;
const market = 'binance';

/** A main key with as many copies as an account may have, funded alike. Answers the copies' accounts. */
async function openGroup(person: Person): Promise<Account[]> {
  const main = await person.call(addKey, { json: { market, name: 'Main', ...(await person.call(createPaperKey)) } });
  if (!main.uid) throw new Error(main.error ?? 'There is no main key.');
  const copies: Account[] = [];
  for (let index = 1; index <= COPIES; index += 1) {
    const account = await person.call(createPaperKey);
    const of = { market, mainUid: main.uid, groupName: 'Bench', name: `Copy ${index}` } as const;
    const { error } = await person.call(addCopyKey, { json: { ...of, ...account } });
    if (error) throw new Error(error);
    copies.push(account);
  }
  return copies;
}

async function bareOrders(exchange: Pool, requests: readonly ReturnType<typeof bareBuy>[]): Promise<void> {
  await Promise.all(
    requests.map(async (request) => {
      const { statusCode, body } = await exchange.request(request);
      const said = await body.text();
      if (statusCode !== 200) throw new Error(`The exchange answered ${statusCode} ${said}`);
    }),
  );
}

interface Times {
  /** From the press to the last copy's order written down as accepted, ms. */
  whole: number;
  /** The same from the main order's. */
  copies: number;
}

async function timesOf(sql: Sql, blockId: string, pressedAt: number): Promise<Times> {
  for (;;) {
    const [found] = await sql<{ accepted: number; first: number; last: number }[]>`
      select count(*)::int as accepted, min(o.updated_at) filter (where p.ordinal = 0)::float8 as first,
        max(o.updated_at)::float8 as last
      from orders o join positions p on p.user_id = o.user_id and p.id = o.position_id
      where o.block_id = ${blockId} and o.state = 'open'`;
    if (found?.accepted === COPIES + 1) return { whole: found.last - pressedAt, copies: found.last - found.first };
    // Seldom enough not to be felt: what counts is when the site wrote it down.
    await pause(100);
  }
}

/** From the main order's acceptance to that of all copies, against as many bare orders at once to the same exchange. */
async function measure(place: { origin: string; exchange: Pool; sql: Sql }): Promise<Row> {
  const person = await stranger(place.origin);
  const accounts = await openGroup(person);
  const nextPrice = await pricesBelow(person);
  const wholes: number[] = [];
  const baseline = () => {
    const price = nextPrice();
    const requests = accounts.map((account) => bareBuy(account, price));
    return timed(() => bareOrders(place.exchange, requests));
  };
  const product = async () => {
    const pressedAt = Date.now();
    const { whole, copies } = await timesOf(place.sql, await placeBuy(person, nextPrice()), pressedAt);
    wholes.push(whole);
    return copies;
  };
  await inTurn(WARM_UP, { baseline, product });
  wholes.length = 0;
  const { baselines, products } = await inTurn(ROUNDS, { baseline, product });
  const ratios = products.map((taken, round) => taken / (baselines[round] ?? 1));
  return {
    name: `a main key's order accepted until those of its ${COPIES} copies are, over as many bare orders at once`,
    found: `${summary(ratios, 'times')}: ${summary(products, 'ms')} over ${summary(baselines, 'ms')}; from the press ${summary(wholes, 'ms')}`,
    goal: `at most ${GOAL} times`,
    met: median(ratios) <= GOAL,
  };
}

export async function copiesRow(): Promise<Row> {
  const data = dataFolder();
  const paperPort = await freePort();
  const embedded = await startEmbedded({ dataDir: data.path, log: createLog('silent') });
  const database = openDatabase(embedded.url, { max: 1 });
  const variables = { DATA_DIR: data.path, DATABASE_URL: embedded.url, PAPER_PORT: String(paperPort) };
  const { origin, stop } = await startSite(variables, { path: '/readyz' });
  const exchange = new Pool(`http://127.0.0.1:${paperPort}`);
  try {
    return await measure({ origin, exchange, sql: database.sql });
  } finally {
    await exchange.close();
    await stop();
    await database.close();
    await embedded.stop();
    data.remove();
  }
}
