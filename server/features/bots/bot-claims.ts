import type { Big } from 'big.js';
import { isolated } from '#contracts/rules/isolated.ts';
import { max, min, ZERO } from '#contracts/rules/decimal.ts';
import type { ExchangePair } from '../../domain/market/pair.ts';
import { keptFree } from '../../domain/strategies/rounds/kept-free.ts';
import { basketKeptFree } from '../../domain/strategies/basket/basket-facts.ts';
import type { Market, Side } from '#contracts/symbol.ts';
import { lockedByDeals, ownedByDeals } from './deals/deal-books.ts';
import type { Db } from '../../db/database.ts';
import { runOrders } from './runs/run-orders.store.ts';
import { basketFactsOf } from './runs/basket-facts.ts';
import { factsOf } from './runs/run-facts.ts';
import { runsStore, type StoredRun } from './runs/runs.store.ts';

/** What a bot keeps of an asset that no order of its own locks. */
export interface KeptByBot {
  asset: string;
  amount: Big;
  botId: string;
  botName: string;
}

/** An order of a bot in the book. */
export interface RestingOfBot {
  side: Side;
  /** Counter units. */
  price: Big;
  botName: string;
}

interface ClaimDeps {
  db: Db;
  markets: { findPastPair(market: Market, symbol: string): ExchangePair | null };
}

function keptBy({ markets }: ClaimDeps, stored: StoredRun): KeptByBot[] {
  const { run, bot } = stored;
  const named = { botId: bot.id, botName: bot.name };
  if (run.engine === 'basket') return basketKeptFree(basketFactsOf(stored)).map((kept) => Object.assign(kept, named));
  const pair = markets.findPastPair(run.market as Market, run.symbol);
  if (!pair) return [];
  if (run.engine === 'deals') {
    // Coins of deals are those of order blocks.
    const amount = ownedByDeals(stored, pair).counter.minus(lockedByDeals(stored, pair));
    return amount.gt(0) ? [{ asset: pair.counter, amount, ...named }] : [];
  }
  const { base, counter } = keptFree(factsOf(stored, pair));
  const kept = [
    { asset: pair.base, amount: base },
    { asset: pair.counter, amount: counter },
  ];
  return kept.filter(({ amount }) => amount.gt(0)).map((one) => Object.assign(one, named));
}

/** C-5: what of accounts belongs to bots, for all that use the same keys. */
export function botClaims(deps: ClaimDeps) {
  return {
    /** Whether an order on the exchange is one of a bot. */
    ownsOrder: async (clientOrderId: string): Promise<boolean> =>
      (await runOrders(deps.db).find(clientOrderId)) !== null,
    /** C-21: why a key cannot go while a bot works with it. */
    async fault(userId: string, keyId: string): Promise<string | null> {
      const [first] = await runsStore(deps.db, userId).activeOfKey(keyId);
      return first ? `${isolated(first.bot.name)} works with this key. Stop it first.` : null;
    },
    async kept(userId: string, keyId: string): Promise<KeptByBot[]> {
      const runs = await runsStore(deps.db, userId).activeOfKey(keyId);
      return runs.flatMap((stored) => keptBy(deps, stored));
    },
    /** C-7: what rests of bots on a pair. */
    async resting(userId: string, { keyId, symbol }: { keyId: string; symbol: string }): Promise<RestingOfBot[]> {
      const live = await runOrders(deps.db).live({ userId, keyId });
      const resting = live.filter((order) => order.symbol === symbol && order.state !== 'pending');
      if (resting.length === 0) return [];
      const runs = await runsStore(deps.db, userId).activeOfKey(keyId);
      const nameOf = (runId: string) => runs.find(({ run }) => run.id === runId)?.bot.name;
      return resting.map(({ side, price, runId }) => ({ side, price, botName: nameOf(runId) ?? 'A bot' }));
    },
  };
}
export type BotClaims = ReturnType<typeof botClaims>;

export const keptOf = (kept: readonly KeptByBot[], asset: string): Big =>
  kept.reduce((sum, one) => (one.asset === asset ? sum.plus(one.amount) : sum), ZERO);

/** C-5: what is free for everybody else. */
export const freeBeside = (free: Big, kept: Big): Big => max(ZERO, free.minus(min(free, kept)));
