import { Big } from 'big.js';
import { ZERO } from '../../server/contracts/rules/decimal.ts';
import type { KillableSite } from './killable-site.ts';
import {
  type Book,
  bookOf,
  type Key,
  missedTrades,
  movedBy,
  type Purpose,
  purposesOf,
  strays,
  tradedTwice,
} from './mixed-book.ts';
import { BASKET_PRICES, type Detail, detailOf, type MixedBots, type Person, SYMBOLS } from './mixed-bots.ts';
import { bareDeals, leftOvers, lostLevels } from './mixed-orders.ts';
import { type Judged, type StoredRun, storedRuns, wrongBasket, wrongFigures } from './mixed-results.ts';

/** At which all pairs stand while nothing happens. */
export const BEGIN = '0.52';
export const ENDS_BY_ITSELF = new Set(['buy-sell-once', 'sell-buy-once']);

/** A person with three keys, the main one first, and what these had before anything was placed. */
export interface Trader {
  who: Person;
  keys: Key[];
  bots: MixedBots;
  before: Standing;
}

export const detailsOf = async (world: KillableSite, { who, botIds }: MixedBots): Promise<Detail[]> => {
  const all: Detail[] = [];
  for (const botId of botIds) all.push(await detailOf(world, who, botId));
  return all;
};

const ASSETS = ['USDT', ...SYMBOLS.map((symbol) => symbol.replace('USDT', '')), ...Object.keys(BASKET_PRICES)];

/** What accounts have, free and locked together, by the exchange's name of the key. */
type Standing = Record<string, Big>;

export async function standing({ exchange }: KillableSite): Promise<Standing> {
  const all = await exchange.database.sql<{ name: string; total: string }[]>`
    select api_key || ' ' || asset as name, (free + locked)::text as total from paper.balances`;
  return Object.fromEntries(all.map(({ name, total }) => [name, new Big(total)]));
}

/** Positions whose owner was ever asked, with what happened to their blocks before. */
async function accusations({ database: { sql } }: KillableSite, keys: readonly Key[]): Promise<string[]> {
  const asked = await sql<{ said: string }[]>`
    select e.details::text || ' ' || (
      select string_agg(b.kind || ' ' || (b.at - e.at) || ' ms', ', ' order by b.at) from block_events b
      where b.user_id = e.user_id and b.block_id = e.block_id and b.at <= e.at) as said
    from block_events e join positions p on p.user_id = e.user_id and p.id = e.position_id
    where e.kind = 'interference' and p.key_id in ${sql(keys.map(({ id }) => id))}`;
  return asked.map(({ said }) => said);
}

/** A key with all that the exchange has of it, and the runs that trade on it. */
interface Account {
  key: Key;
  book: Book;
  purposes: ReadonlyMap<string, Purpose>;
  /** The deals of a bot are on copy keys too; its books are the main key's. */
  judged: Judged[];
  own: Judged[];
}

async function accountOf(
  world: KillableSite,
  key: Key,
  of: { details: Detail[]; runs: StoredRun[] },
): Promise<Account> {
  const [book, purposes] = [await bookOf(world, key), await purposesOf(world, key)];
  const judged = of.runs.flatMap((run): Judged[] => {
    const bot = of.details.find(({ botId }) => botId === run.bot);
    return bot && (run.engine === 'deals' || run.key === key.id) ? [{ bot, run, key, book, purposes }] : [];
  });
  return { key, book, purposes, judged, own: judged.filter(({ run }) => run.key === key.id) };
}

const isOver = ({ bot }: Judged): boolean => bot.state === 'stopped' && !ENDS_BY_ITSELF.has(bot.type);
const PRICES = { ...BASKET_PRICES, USDT: '1' };

/** What its trades do not explain of an account. */
function unexplained({ key: { id, apiKey }, book }: Account, before: Standing, now: Standing): string[] {
  const moved = movedBy(book.trades);
  return ASSETS.flatMap((asset) => {
    const name = `${apiKey} ${asset}`;
    const has = (now[name] ?? ZERO).minus(before[name] ?? ZERO);
    return has.eq(moved(asset))
      ? []
      : [`key ${id} moved ${has.toFixed()} ${asset}, its trades ${moved(asset).toFixed()}`];
  });
}

/** By the exchange's book: each order once, none missing, and what every bot says it has and has earned. In words. */
export async function judge(world: KillableSite, { bots, keys, before }: Trader) {
  const details = await detailsOf(world, bots);
  const [runs, now] = [await storedRuns(world), await standing(world)];
  const found = (await accusations(world, keys)).map((said) => `accused: ${said}`);
  const add = (kind: string, all: readonly string[]) => found.push(...all.map((what) => `${kind}: ${what}`));
  for (const key of keys) {
    const account = await accountOf(world, key, { details, runs });
    const { book, purposes, judged, own } = account;
    const trades = await missedTrades(world, key, book);
    add('twice', [...tradedTwice(book, purposes), ...trades.twice]);
    add('forgotten', [...trades.forgotten, ...strays(book, purposes), ...judged.flatMap(lostLevels)]);
    add('forgotten', [...judged.flatMap(bareDeals), ...judged.filter(isOver).flatMap(leftOvers)]);
    add('books', unexplained(account, before, now));
    add(
      'books',
      own.flatMap((each) => [...wrongFigures(each, BEGIN), ...wrongBasket(each, PRICES)]),
    );
    add(
      'accused',
      own.filter(({ run }) => run.accused).map(({ bot }) => `${bot.type} is said to miss something`),
    );
  }
  return { details, found };
}
