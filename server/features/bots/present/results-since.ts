import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { Market } from '#contracts/symbol.ts';
import type { ResultPart } from '../../../domain/exit-plan/day-result.ts';
import type { BotDeps } from '../deps.ts';
import { runsStore, type StoredRun } from '../runs/runs.store.ts';
import { booksOf, type RunBooks } from './run-books.ts';

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

/** The result outside finished rounds, open while the run works; none for a run whose owner kept its coins. */
function positionOf({ stored, owned, pair, result }: RunBooks): Big | 'no-price' | null {
  const { stoppedAt, ending } = stored.run;
  if (stoppedAt !== null && ending === 'keep' && owned.base.gte(pair.step)) return null;
  return result ? result.position : 'no-price';
}

function partsOf(deps: BotDeps, stored: StoredRun): ResultPart[] {
  const { keyId, market, stoppedAt, symbol } = stored.run;
  const books = booksOf(deps, stored);
  if (!books) return [{ keyId, endedAt: stoppedAt, usdt: 'no-price' }];
  const rate = deps.markets.usdtOf(market as Market, books.currency);
  const isLate = stoppedAt === null && Boolean(deps.markets.lastPrice(market, symbol)?.delayedSince);
  const inUsdt = (amount: Big | 'no-price' | null): ResultPart['usdt'] => {
    if (amount === null) return null;
    if (amount === 'no-price' || !rate || isLate) return 'no-price';
    return amount.times(rate);
  };
  return [
    { keyId, endedAt: stoppedAt, usdt: inUsdt(positionOf(books)) },
    ...roundsOf(books).map(({ endedAt, earned }) => ({ keyId, endedAt, usdt: inUsdt(earned) })),
  ];
}

/** EX-12: what each run came to, in USDT: what it holds at last prices, and the rounds that ended since (UTC epoch ms). */
export async function runResultsSince(deps: BotDeps, userId: string, since: number): Promise<ResultPart[]> {
  const runs = await runsStore(deps.db, userId).since(since);
  return (
    runs
      // Deals are order blocks, and are counted as such.
      .filter(({ run }) => run.engine === 'rounds')
      .flatMap((stored) => partsOf(deps, stored))
      .filter(
        ({ endedAt, usdt }) => (endedAt === null || endedAt >= since) && !(typeof usdt === 'object' && usdt?.eq(ZERO)),
      )
  );
}
