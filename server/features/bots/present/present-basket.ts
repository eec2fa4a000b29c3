import type { BasketPart, BotRun } from '#contracts/bot-run.ts';
import type { Bot, BotEndings } from '#contracts/bots.ts';
import type { Big } from 'big.js';
import { ONE, ZERO } from '#contracts/rules/decimal.ts';
import { isOrderable } from '#contracts/rules/least-order.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import type { Market } from '#contracts/symbol.ts';
import {
  type BasketContext,
  type BasketFacts,
  basketBooks,
  basketNow,
  type BasketPair,
  type BasketResult,
  givenWorth,
  heldOf,
} from '../../../domain/strategies/basket/basket-facts.ts';
import { haltReason } from '../../../domain/strategies/basket/basket-step.ts';
import { type Drift, driftsOf, rebalancing } from '../../../domain/strategies/basket/rebalance.ts';
import { isWorthTrading } from '../../../domain/strategies/basket/when-due.ts';
import type { BotRow } from '../bots.store.ts';
import type { BotDeps } from '../deps.ts';
import { amount, rounded } from '../plan/amounts.ts';
import { feesOf } from './fees.ts';
import { replaysOf, trustText } from './own-time.ts';
import type { StoredRun } from '../runs/runs.store.ts';
import { basketPlanOf } from '../runs/stored-plan.ts';
import { basketContextOf, basketFactsOf } from '../runs/basket-facts.ts';

type PresentDeps = Pick<BotDeps, 'clock' | 'markets' | 'trading'>;

interface Books {
  stored: StoredRun;
  facts: BasketFacts;
  /** Null while the market's pairs are not known. */
  context: BasketContext | null;
  /** Null while a last price is not known. */
  result: BasketResult | null;
  counter: string;
}

function booksOf(deps: PresentDeps, stored: StoredRun): Books {
  const facts = basketFactsOf(stored);
  const context = basketContextOf(deps, stored);
  const counter = facts.assets.find(({ number }) => number === 0)?.name ?? '';
  return { stored, facts, context, counter, result: context && basketBooks(facts, context) };
}

function nowText({ facts, context }: Books): string {
  const open = facts.turns.find(({ doneAt }) => doneAt === null);
  const halt = context && haltReason(facts, context);
  switch (facts.state) {
    case 'starting':
      return halt ?? 'Buys and sells what its parts need.';
    case 'stopping':
      return facts.ending === 'sell' ? 'Sells its coins.' : 'Ends.';
    case 'stopped':
      return 'It is over. Its books stay readable.';
    case 'running':
      return open ? `Rebalances for the ${ordinal(open.turn)} time.` : driftText(facts, context);
    default:
      return 'Nothing is rebalanced.';
  }
}

const ordinal = (turn: number): string => {
  const ends: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
  return `${turn}${ends[new Intl.PluralRules('en', { type: 'ordinal' }).select(turn)] ?? 'th'}`;
};

function driftText(facts: BasketFacts, context: BasketContext | null): string {
  const basket = context && basketNow(facts, context);
  if (!basket) return 'Waits for the last prices of its pairs.';
  const counter = facts.assets.find(({ number }) => number === 0)?.name ?? '';
  const [farthest] = driftsOf(basket).toSorted((one, other) => other.drift.abs().cmp(one.drift.abs()));
  if (!farthest) return 'It holds nothing.';
  const away = farthest.drift.times(100);
  const sign = away.gt(0) ? '+' : away.lt(0) ? '\u2212' : '';
  return `Farthest from its target: ${farthest.name || counter}, ${sign}${away.abs().toFixed(2)} points.`;
}

/** What differs from a bot that works in rounds. */
type BasketCard = Pick<
  Bot,
  | 'type'
  | 'assets'
  | 'marketPrice'
  | 'pnl'
  | 'pnlPercent'
  | 'balance'
  | 'levels'
  | 'result'
  | 'withoutUs'
  | 'now'
  | 'trust'
> & { given: Bot['given'] };

/** a basket has no rounds: all of its result is what it holds. */
function resultOf({ result, counter }: Books): Bot['result'] {
  const total = result && amount(result.total);
  return total && { currency: counter, total, rounds: ZERO, position: total };
}

/** C-19: unknown is null and never 0. `usdt` is what a unit of the counter currency is worth. */
const figures = (result: BasketResult | null, usdt: Big | null) => ({
  pnl: usdt && result && rounded(result.total.times(usdt)),
  pnlPercent: result?.given.gt(0) ? rounded(result.total.div(result.given).times(100)) : null,
  balance: usdt && result && rounded(result.value.times(usdt)),
});

/** C-19: its total, over all assets; unknown is null and never 0. */
export function basketCard(deps: PresentDeps, row: BotRow, runs: readonly StoredRun[]): BasketCard {
  const [main] = runs;
  const books = main ? booksOf(deps, main) : null;
  const result = books?.result ?? null;
  const common = {
    type: 'basket' as const,
    marketPrice: null,
    levels: null,
    result: books && resultOf(books),
    withoutUs: null,
    trust: trustText(main),
  };
  return {
    ...common,
    assets: basketPlanOf(row).settings.assets.map(({ asset }) => asset),
    ...figures(result, books && deps.markets.usdtOf(row.market as Market, books.counter)),
    given: books && { base: ZERO, counter: amount(givenOf(books)) },
    now: books ? nowText(books) : 'A draft: nothing is kept for it and nothing is placed.',
  };
}

const givenOf = ({ facts }: Books): Big => givenWorth(facts.assets);

const IDLE = { halted: 'Does not trade at the moment.', gone: 'Not traded on the exchange any more.' } as const;

/** Why an asset is not traded just now. */
function idleOf(status: BasketPair['status'], drift: Drift | undefined, isLeftOut: boolean): string | null {
  if (status !== 'trading') return IDLE[status];
  const isFar = drift !== undefined && isWorthTrading([drift]);
  return isFar && isLeftOut ? 'The difference is too little for an order.' : null;
}

const points = (fraction: Big | undefined): Big | null => (fraction ? rounded(fraction.times(100)) : null);

function partsOf({ facts, context, counter }: Books): BasketPart[] {
  const basket = context && basketNow(facts, context);
  const drifts = basket ? driftsOf(basket) : [];
  const leftOut = new Set(basket ? rebalancing(basket).leftOut : []);
  const parts = facts.assets.map((asset): BasketPart => {
    const { number, name } = asset;
    const drift = drifts.find((each) => each.name === (number === 0 ? '' : name));
    const pair = context?.pairs.get(number);
    const price = number === 0 ? ONE : (pair?.last ?? null);
    const held = heldOf(asset, facts.orders);
    return {
      asset: name,
      percent: asset.target.times(100).toNumber(),
      held: amount(held),
      price,
      worth: price && amount(held.times(price)),
      weight: points(drift?.weight),
      drift: points(drift?.drift),
      idle: idleOf(pair?.status ?? 'trading', drift, leftOut.has(name)),
    };
  });
  return [...parts.filter(({ asset }) => asset !== counter), ...parts.filter(({ asset }) => asset === counter)];
}

/** The life of a basket on its key. */
export function basketRunOf(deps: PresentDeps, stored: StoredRun, connectorName: string): BotRun {
  const books = booksOf(deps, stored);
  const { facts, result } = books;
  const { run, fills, turns } = stored;
  const money = facts.assets.find(({ number }) => number === 0);
  return {
    uid: run.keyId,
    connectorName,
    state: run.state,
    reason: run.reason,
    given: { base: ZERO, counter: amount(givenOf(books)) },
    owned: { base: ZERO, counter: money ? amount(heldOf(money, facts.orders)) : ZERO },
    result: resultOf(books),
    fees: feesOf(fills).map(({ asset, amount: paid }) => ({ asset, amount: amount(paid) })),
    justHolding: result?.justHolding ? amount(result.justHolding) : null,
    levels: [],
    missing: null,
    parts: partsOf(books),
    rebalancedAt: turns.at(-1)?.at ?? null,
    ...replaysOf(run),
  };
}

/** C-9: what each ending would come to: coins by their worth at last prices. */
export function basketEndings(deps: PresentDeps, stored: StoredRun): BotEndings | null {
  const { facts, context, result } = booksOf(deps, stored);
  if (!context || !result) return null;
  const { pairs, fee } = context;
  const money = facts.assets.reduce((sum, asset) => (asset.number === 0 ? heldOf(asset, facts.orders) : sum), ZERO);
  const sold = facts.assets.reduce((sum, asset) => {
    const pair = pairs.get(asset.number);
    if (!pair?.last || pair.status === 'gone') return sum;
    const whole = floorTo(pair.step, heldOf(asset, facts.orders));
    return isOrderable(whole, pair.last, pair) ? sum.plus(whole.times(pair.last)) : sum;
  }, ZERO);
  const coins = result.value.minus(money);
  const left = money.plus(sold.times(ONE.minus(fee)));
  return {
    keep: { base: amount(coins), counter: amount(money) },
    sell: {
      quantity: amount(sold),
      counter: amount(left),
      dust: amount(coins.minus(sold)),
      result: amount(result.total.minus(result.value).plus(left)),
    },
    buyBack: null,
  };
}
