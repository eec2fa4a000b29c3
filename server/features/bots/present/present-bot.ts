import type { BotPlan } from '#contracts/bot-settings.ts';
import type { BotStop } from '#contracts/bot-stop.ts';
import type { Bot } from '#contracts/bots.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { Market, Side } from '#contracts/symbol.ts';
import type { RunOrder } from '../../../domain/strategies/rounds/run-facts.ts';
import type { Big } from 'big.js';
import { isOnExchange } from '../../../domain/position/order-state.ts';
import type { BotRow } from '../bots.store.ts';
import type { BotDeps } from '../deps.ts';
import type { StoredRun } from '../runs/runs.store.ts';
import { outsideOf } from '../../../domain/strategies/rounds/run-notices.ts';
import { trendStep } from '../../../domain/strategies/rounds/trend-step.ts';
import { dealText } from './deal-levels.ts';
import { dealProtection, NO_STOP } from './shown-deals.ts';
import { priceText } from '../plan/field-note.ts';
import { trendOf } from '../runs/trend-rules.ts';
import { haltOfRun } from './halt-text.ts';
import { trustText } from './own-time.ts';
import { outsideSentence } from './outside-sentence.ts';
import { amount, rounded } from '../plan/amounts.ts';
import { basketCard } from './present-basket.ts';
import { booksOf, type RunBooks } from './run-books.ts';
import { isBasket, planOf, stopOf } from '../runs/stored-plan.ts';

const IS_OVER = 'It is over. Its books stay readable.';

const hasStop = ({ below, above, gain, loss, at }: BotStop): boolean =>
  [below, above, gain, loss, at].some((value) => value !== null && value !== undefined);

function levelsOf(plan: BotPlan): Bot['levels'] {
  if (!('order' in plan.settings)) return null;
  const { order, baseCurrency, counterCurrency, counterEarning, buy, sell, invest, repeat } = plan.settings;
  return { order, baseCurrency, counterCurrency, counterEarning, buy, sell, invest, repeat };
}

/** Before its first deal, and after its last. */
function idleText(books: RunBooks): string | null {
  const { state } = books.facts;
  if (state === 'waiting') return waitText(books);
  if (state === 'starting') return 'It opens its first deal.';
  return state === 'stopped' ? IS_OVER : null;
}

const WATCHED_HERE = 'stop: this server';

/** EX-13: who watches its stops: those of its deals, and its conditions. */
function protectionText(books: RunBooks | null, stop: BotStop): string | null {
  const ofDeals = books?.stored.run.engine === 'deals' ? dealProtection(books) : null;
  if (!hasStop(stop)) return ofDeals;
  return ofDeals === null || ofDeals === NO_STOP ? WATCHED_HERE : `${ofDeals} + this server`;
}

/** T-5: above its lines a trend grid waits for the next one. */
function followText({ stored, facts, levels, context, pair }: RunBooks): string | null {
  const trend = trendOf(stored);
  if (!trend || facts.state !== 'running') return null;
  const { awaits, isTooSmall } = trendStep(trend, { facts, views: levels, context, highest: null });
  if (isTooSmall)
    return 'The price is above the highest line: with what a level has, an order there would be too small.';
  return awaits && `The price is above the highest line: it follows at ${priceText(awaits, pair)}.`;
}

/** outside its lines a run only waits; steps and two prices begin away from the market, and have none. */
function outsideText(books: RunBooks): string | null {
  const { last } = books.context;
  const side = last && 'low' in planOf(books.stored.bot).settings && outsideOf(books.facts.levels, last);
  if (!side) return null;
  return (side === 'above' ? followText(books) : null) ?? outsideSentence(side, books.levels);
}

/** orders whose next one the exchange holds, purchases and sales of all keys. */
function withoutUsText(all: readonly RunBooks[]): string | null {
  const held = all.flatMap(({ facts }) => facts.orders.filter(({ state }) => state === 'pending'));
  if (held.length === 0) return null;
  const buys = held.filter(({ side }) => side === 'sell').length;
  return `${buys} + ${held.length - buys} turn without us${all.length > 1 ? ', all keys' : ''}`;
}

/** C-2: of one that waits. */
function startPriceText({ markets }: Pick<BotDeps, 'markets'>, { startAt, market, symbol }: BotRow): string | null {
  const pair = markets.findPastPair(market as Market, symbol);
  return startAt && (pair ? priceText(startAt, pair) : startAt.toFixed());
}

const waitText = ({ stored, pair }: RunBooks): string => {
  const { startAt } = stored.bot;
  return `Waits for ${startAt ? priceText(startAt, pair) : 'its price'}; its money is kept and nothing rests.`;
};

/** U-2: the nearest order on each side, and the market between them. */
function nearestText(resting: readonly RunOrder[], { pair, context: { last } }: RunBooks): string {
  const nearest = (side: Side, isNearer: (one: Big, other: Big) => boolean): Big | null =>
    resting
      .filter((order) => order.side === side)
      .reduce<Big | null>((best, { price }) => (best && !isNearer(price, best) ? best : price), null);
  const buy = nearest('buy', (one, other) => one.gt(other));
  const sell = nearest('sell', (one, other) => one.lt(other));
  if (!buy && !sell) return 'No order of this bot is open now.';
  const sides = [buy && `buys ${priceText(buy, pair)}`, sell && `sells ${priceText(sell, pair)}`];
  const text = sides.filter((side) => side !== null).join(', ');
  const market = last ? `; market ${priceText(last, pair)}` : '';
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${market}.`;
}

const BEGINS = 'Makes its first purchase or sale.';

function nowText(books: RunBooks | null): string {
  if (!books) return 'A draft: nothing is kept for it and nothing is placed.';
  const { facts, stored } = books;
  const resting = facts.orders.filter(({ state, level }) => level > 0 && isOnExchange(state) && state !== 'pending');
  switch (facts.state) {
    case 'waiting':
      return waitText(books);
    case 'starting':
      return facts.begun ? `Places its orders: ${resting.length} of ${facts.levels.length}.` : BEGINS;
    case 'stopping':
      return stored.run.next ? 'Takes its orders down, then goes on with other lines.' : 'Takes its orders down.';
    case 'stopped':
      return IS_OVER;
    default:
      if (facts.state === 'running' && !facts.begun) return BEGINS;
      if (stored.run.outside) return 'The price is outside its borders: its orders are down and wait.';
      return outsideText(books) ?? nearestText(resting, books);
  }
}

interface Totals {
  total: Big;
  rounds: Big;
  position: Big;
  value: Big;
  given: Big;
}

/** Of all keys together; null while the last price is not known. */
function totalsOf(all: readonly RunBooks[]): Totals | null {
  const results = all.map(({ result }) => result);
  if (results.length === 0 || results.includes(null)) return null;
  return results.reduce<Totals>(
    (sum, one) =>
      one
        ? {
            total: sum.total.plus(one.total),
            rounds: sum.rounds.plus(one.cycles),
            position: sum.position.plus(one.position),
            value: sum.value.plus(one.value),
            given: sum.given.plus(one.given),
          }
        : sum,
    { total: ZERO, rounds: ZERO, position: ZERO, value: ZERO, given: ZERO },
  );
}

/** C-19: the total result, and what it is worth; unknown is null and never 0. */
function figures({ markets }: Pick<BotDeps, 'markets'>, all: readonly RunBooks[]) {
  const [main] = all;
  const totals = totalsOf(all);
  if (!main || !totals) return { pnl: null, pnlPercent: null, balance: null, result: null };
  const { currency } = main;
  const usdt = markets.usdtOf(main.stored.run.market as Market, currency);
  const { total, rounds, value, given } = totals;
  const [shownTotal, shownRounds] = [amount(total), amount(rounds)];
  return {
    pnl: usdt && rounded(total.times(usdt)),
    pnlPercent: given.gt(0) ? rounded(total.div(given).times(100)) : null,
    balance: usdt && rounded(value.times(usdt)),
    // the three add up on the screen too.
    result: { currency, total: shownTotal, rounds: shownRounds, position: shownTotal.minus(shownRounds) },
  };
}

/** How long it has worked, in which state it is, and what it was given. */
function lifeOf(row: BotRow, runs: readonly StoredRun[], now: number) {
  const [main] = runs.map(({ run }) => run);
  if (!main)
    return { active: false, state: 'draft' as const, stateSince: row.updatedAt, reason: null, given: null, runTime: 0 };
  const sum = (of: (run: StoredRun['run']) => Big): Big => runs.reduce((total, { run }) => total.plus(of(run)), ZERO);
  const all = runs.map(({ run }) => run);
  // One that needs its owner; then the main key's while it has not stopped; then one that goes on.
  const { state, stateSince, reason } =
    all.find((run) => run.state === 'attention') ?? all.find((run) => run.state !== 'stopped') ?? main;
  return {
    active: state !== 'stopped',
    state,
    stateSince,
    reason,
    given: { base: amount(sum((run) => run.givenBase)), counter: amount(sum((run) => run.givenCounter)) },
    runTime: (main.stoppedAt ?? now) - main.createdAt,
  };
}

function pairOf({ markets }: Pick<BotDeps, 'markets'>, { market, symbol }: BotRow) {
  const pair = markets.findPastPair(market as Market, symbol);
  return pair
    ? {
        symbolName: `${pair.base}_${pair.counter}`.toLowerCase(),
        baseCurrency: pair.base,
        counterCurrency: pair.counter,
      }
    : { symbolName: symbol.toLowerCase(), baseCurrency: symbol, counterCurrency: '' };
}

const WAITS = 'It waits for your decision.';

/** C-18: levels whose order was canceled on the exchange. */
function canceledText(all: readonly RunBooks[]): string | null {
  const levels = all.flatMap(({ levels: of }) => of.filter(({ idle }) => idle === 'external-change'));
  const [first, ...others] = [...new Set(levels.map(({ of }) => of.level.number))];
  if (first === undefined) return null;
  return others.length === 0
    ? `Level ${first}: its order was canceled on the exchange.`
    : `Levels ${[first, ...others].join(', ')}: their orders were canceled on the exchange.`;
}

const needsOf = (state: Bot['state'], reason: string | null): string | null =>
  state === 'attention' ? (reason ?? WAITS) : null;

/** A bot as its card shows it. */
export function presentBot(deps: BotDeps, row: BotRow, runs: readonly StoredRun[]): Bot {
  const common = {
    botId: row.id,
    name: row.name,
    market: row.market,
    ...pairOf(deps, row),
    peopleCopied: row.peopleCopied,
    ...lifeOf(row, runs, deps.clock()),
  };
  const needs = needsOf(common.state, common.reason);
  const waitsFor = common.state === 'waiting' ? startPriceText(deps, row) : null;
  if (isBasket(row)) {
    const protection = hasStop(stopOf(row)) ? WATCHED_HERE : null;
    return { ...common, ...basketCard(deps, row, runs), protection, needs, waitsFor };
  }
  const { canceled, ...card } = roundsCard(deps, row, runs);
  return { ...common, ...card, waitsFor, needs: needs ?? (common.active ? canceled : null) };
}

/** C-15: while its pair is halted, that is said first. */
function cardText(deps: BotDeps, books: RunBooks | null): string {
  const text = books?.stored.run.engine === 'deals' ? (idleText(books) ?? dealText(books)) : nowText(books);
  const halt = books && haltOfRun(deps, books);
  return halt ? `${halt} ${text}` : text;
}

function roundsCard(deps: BotDeps, row: BotRow, runs: readonly StoredRun[]) {
  const plan = planOf(row);
  const books = runs.flatMap((stored) => booksOf(deps, stored) ?? []);
  return {
    type: plan.type,
    assets: [],
    marketPrice: deps.markets.lastPrice(row.market, row.symbol)?.price ?? null,
    ...figures(deps, books),
    levels: levelsOf(plan),
    protection: protectionText(books[0] ?? null, stopOf(row)),
    withoutUs: withoutUsText(books),
    now: cardText(deps, books[0] ?? null),
    trust: trustText(runs[0]),
    canceled: canceledText(books),
  };
}
