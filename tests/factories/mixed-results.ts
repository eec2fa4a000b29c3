import { Big } from 'big.js';
import { ZERO } from '../../server/contracts/rules/decimal.ts';
import { type Book, feesIn, type Key, movedBy, type Purpose } from './mixed-book.ts';
import type { KillableSite } from './killable-site.ts';
import type { Detail } from './mixed-bots.ts';

/** A run as it is stored, with what says which of its trades are rounds. */
export interface StoredRun {
  id: string;
  bot: string;
  key: string;
  engine: 'rounds' | 'deals' | 'basket';
  counterEarning: boolean;
  /** By the number of each level: which leg its rounds begin with. */
  opensBy: Record<string, 'buy' | 'sell'>;
  /** Deals that are over. */
  ended: number[];
  /** Something of it was taken for missing on the account. */
  accused: boolean;
}

export const storedRuns = ({ database: { sql } }: KillableSite): Promise<StoredRun[]> => sql<StoredRun[]>`
  select r.id, r.bot_id as bot, r.key_id as key, r.engine, r.counter_earning as "counterEarning",
    (select coalesce(json_object_agg(l.number, l.cycle_opens_by), '{}') from bot_levels l where l.run_id = r.id)
      as "opensBy",
    (select coalesce(json_agg(d.number), '[]') from bot_deals d where d.run_id = r.id and d.ended_at is not null)
      as ended,
    r.missing is not null or r.taken_base <> 0 or r.taken_counter <> 0 as accused
  from bot_runs r`;

/** As the wire has it: eight decimals, and never better than it is. */
const shown = (value: Big): Big => value.round(8, value.lt(0) ? 3 : 0);

interface Moved {
  base: Big;
  counter: Big;
}

/** A run with what the exchange has of its orders. */
export interface Judged {
  bot: Detail;
  run: StoredRun;
  key: Key;
  book: Book;
  purposes: ReadonlyMap<string, Purpose>;
}
type Trade = Book['trades'][number];

const movedOf = ({ bot }: Judged, trades: readonly Trade[]): Moved => {
  const of = movedBy(trades);
  return { base: of(bot.baseCurrency), counter: of('USDT') };
};
const tradesOf = ({ run, book, purposes }: Judged): { trade: Trade; purpose: Purpose }[] =>
  book.trades.flatMap((trade) => {
    const purpose = purposes.get(trade.order);
    return purpose?.run === run.id ? [{ trade, purpose }] : [];
  });

/** what finished rounds of one level came to: a leg that opens one, and the one after it. */
function roundsOfLevel(judged: Judged, own: ReturnType<typeof tradesOf>, opensBy: 'buy' | 'sell'): Big {
  const { counterEarning } = judged.run;
  const turns = [...Map.groupBy(own, ({ purpose }) => purpose.turn)].toSorted(([one], [other]) => one - other);
  let opened: Big | null = null;
  let sum = ZERO;
  for (const [, legs] of turns) {
    const trades = legs.map(({ trade }) => trade);
    const moved = movedOf(judged, trades);
    const brought = counterEarning ? moved.counter : moved.base;
    if (trades[0]?.isBuyer === (opensBy === 'buy')) opened = brought;
    else if (opened) {
      sum = sum.plus(opened).plus(brought);
      opened = null;
    }
  }
  return sum;
}

function roundsOf(judged: Judged): Big {
  const own = tradesOf(judged);
  const { engine, ended, opensBy } = judged.run;
  if (engine === 'basket') return ZERO;
  if (engine === 'deals') {
    const over = own.filter(({ purpose: { deal } }) => deal !== null && ended.includes(deal));
    return movedOf(
      judged,
      over.map(({ trade }) => trade),
    ).counter;
  }
  const byLevel = Map.groupBy(own, ({ purpose }) => purpose.level);
  return [...byLevel].reduce((sum, [level, legs]) => {
    const opens = level === null ? undefined : opensBy[level];
    return opens ? sum.plus(roundsOfLevel(judged, legs, opens)) : sum;
  }, ZERO);
}

/** R-14 by the exchange's trades alone: what a run owns, and what it came to, at this price. */
function expectedOf(judged: Judged, given: Moved, price: string) {
  const trades = tradesOf(judged).map(({ trade }) => trade);
  const moved = movedOf(judged, trades);
  const owned = { base: given.base.plus(moved.base), counter: given.counter.plus(moved.counter) };
  const valueOf = ({ base, counter }: Moved): Big =>
    judged.run.counterEarning ? counter.plus(base.times(price)) : base.plus(counter.div(price));
  const least = owned.base.plus(feesIn(trades, judged.bot.baseCurrency));
  const overspent = least.lt(0) || owned.counter.lt(0);
  return { owned, overspent, total: valueOf(owned).minus(valueOf(given)), rounds: roundsOf(judged) };
}

const differs = (what: string, said: number, expected: Big): string[] =>
  shown(expected).eq(said) ? [] : [`${what} is ${said}, by the exchange ${shown(expected).toFixed()}`];

/** C-4, R-14: purse and results of a run, to the last digit. */
export function wrongFigures(judged: Judged, price: string): string[] {
  const { bot, key } = judged;
  const run = bot.runs.find(({ uid }) => uid === key.id);
  if (!run || judged.run.engine === 'basket') return [];
  const given = { base: new Big(run.given.base), counter: new Big(run.given.counter) };
  const { owned, overspent, total, rounds } = expectedOf(judged, given, price);
  const name = `${bot.type} on ${run.connectorName}`;
  return [
    ...differs(`${name}: its base`, run.owned.base, owned.base),
    ...differs(`${name}: its money`, run.owned.counter, owned.counter),
    ...(overspent ? [`${name}: it has spent more than it was given`] : []),
    ...(run.result
      ? [
          ...differs(`${name}: its total`, run.result.total, total),
          ...differs(`${name}: its rounds`, run.result.rounds, rounds),
          ...differs(`${name}: its position`, run.result.position, shown(total).minus(shown(rounds))),
        ]
      : [`${name}: its result is not known`]),
  ];
}

/** B-5: parts and total of a basket, at these prices. */
export function wrongBasket(judged: Judged, prices: Readonly<Record<string, string>>): string[] {
  const { bot, key } = judged;
  const run = bot.runs.find(({ uid }) => uid === key.id);
  if (!run || judged.run.engine !== 'basket') return [];
  const moved = movedBy(tradesOf(judged).map(({ trade }) => trade));
  const parts = run.parts.map(({ asset, held }) => {
    const has = moved(asset).plus(asset === 'USDT' ? run.given.counter : 0);
    return { has, worth: has.times(prices[asset] ?? 0), off: differs(`basket: its ${asset}`, held, has) };
  });
  const total = parts.reduce((sum, { worth }) => sum.plus(worth), ZERO).minus(run.given.counter);
  return [
    ...parts.flatMap(({ off }) => off),
    ...(run.result ? differs('basket: its total', run.result.total, total) : ['basket: its result is not known']),
  ];
}
