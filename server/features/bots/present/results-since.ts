import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { Market } from '#contracts/symbol.ts';
import type { ResultPart } from '../../../domain/exit-plan/day-result.ts';
import {
  type BasketContext,
  type BasketFacts,
  basketBooks,
  heldOf,
} from '../../../domain/strategies/basket/basket-facts.ts';
import type { BotDeps } from '../deps.ts';
import { basketContextOf, basketFactsOf } from '../runs/basket-facts.ts';
import { runsStore, type StoredRun, symbolsOf } from '../runs/runs.store.ts';
import { booksOf, type RunBooks } from './run-books.ts';

type Amount = ResultPart['usdt'];

/** Amounts of a run in USDT: without a price also while one of what still works is late. */
function valuing({ markets }: BotDeps, { run }: StoredRun, currency: string): (amount: Amount) => Amount {
  const { market, stoppedAt, symbol } = run;
  const rate = markets.usdtOf(market as Market, currency);
  const delays = symbolsOf(symbol).map((name) => markets.lastPrice(market, name)?.delayedSince);
  const isLate = stoppedAt === null && delays.some(Boolean);
  return (amount) => {
    if (amount === null) return null;
    return amount === 'no-price' || !rate || isLate ? 'no-price' : amount.times(rate);
  };
}

/** Each finished round, and when its last order of it changed last. */
function roundsOf({ levels, facts, stored }: RunBooks): { endedAt: number; earned: Big }[] {
  const { counterEarning } = stored.run;
  return levels.flatMap(({ of: { level }, state }) =>
    state.cycles.map((cycle) => ({
      endedAt: Math.max(
        ...facts.orders
          .filter((order) => order.level === level.number && order.turn === cycle.turn)
          .map(({ updatedAt }) => updatedAt),
      ),
      earned: counterEarning ? cycle.counter : cycle.base,
    })),
  );
}

const isKept = ({ run: { stoppedAt, ending } }: StoredRun): boolean => stoppedAt !== null && ending === 'keep';

/** The result outside finished rounds, open while the run works; none for a run whose owner kept its coins. */
function positionOf({ stored, owned, pair, result }: RunBooks): Amount {
  if (isKept(stored) && owned.base.gte(pair.step)) return null;
  return result ? result.position : 'no-price';
}

function partsOf(deps: BotDeps, stored: StoredRun): ResultPart[] {
  const { keyId, stoppedAt } = stored.run;
  const books = booksOf(deps, stored);
  if (!books) return [{ keyId, endedAt: stoppedAt, usdt: 'no-price' }];
  const inUsdt = valuing(deps, stored, books.currency);
  return [
    { keyId, endedAt: stoppedAt, usdt: inUsdt(positionOf(books)) },
    ...roundsOf(books).map(({ endedAt, earned }) => ({ keyId, endedAt, usdt: inUsdt(earned) })),
  ];
}

/** All that a basket came to, counter units: it has no rounds. Null where a part is gone for good without a price. */
function totalOf(stored: StoredRun, facts: BasketFacts, context: BasketContext): Amount {
  const pairs = [...context.pairs];
  const heldIn = (number: number): Big =>
    facts.assets.reduce((sum, asset) => (asset.number === number ? heldOf(asset, facts.orders) : sum), ZERO);
  if (isKept(stored) && pairs.some(([number, { step }]) => heldIn(number).gte(step))) return null;
  if (pairs.some(([, { status, last }]) => status === 'gone' && !last)) return null;
  return basketBooks(facts, context)?.total ?? 'no-price';
}

function partOfBasket(deps: BotDeps, stored: StoredRun): ResultPart {
  const { keyId, stoppedAt } = stored.run;
  const facts = basketFactsOf(stored);
  const context = basketContextOf(deps, stored);
  const inUsdt = valuing(deps, stored, facts.assets.find(({ number }) => number === 0)?.name ?? '');
  return { keyId, endedAt: stoppedAt, usdt: context ? inUsdt(totalOf(stored, facts, context)) : 'no-price' };
}

/** EX-12: what each run came to, in USDT: what it holds at last prices, and the rounds that ended since (UTC epoch ms). */
export async function runResultsSince(deps: BotDeps, userId: string, since: number): Promise<ResultPart[]> {
  const runs = await runsStore(deps.db, userId).since(since);
  return (
    runs
      // Deals are order blocks, and are counted as such.
      .filter(({ run }) => run.engine !== 'deals')
      .flatMap((stored) => (stored.run.engine === 'basket' ? partOfBasket(deps, stored) : partsOf(deps, stored)))
      .filter(
        ({ endedAt, usdt }) => (endedAt === null || endedAt >= since) && !(typeof usdt === 'object' && usdt?.eq(ZERO)),
      )
  );
}
