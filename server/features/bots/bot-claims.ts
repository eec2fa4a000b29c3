import type { Big } from 'big.js';
import { isolated } from '#contracts/rules/isolated.ts';
import { max, min, ZERO } from '#contracts/rules/decimal.ts';
import type { ExchangePair } from '../../domain/market/pair.ts';
import { isLive } from '../../domain/position/order-state.ts';
import { ownedBy, type RunOrder } from '../../domain/strategies/rounds/run-facts.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Db } from '../../db/database.ts';
import { runOrders } from './runs/run-orders.store.ts';
import { factsOf } from './runs/run-facts.ts';
import { runsStore, type StoredRun } from './runs/runs.store.ts';

/** What a bot keeps of an asset that no order of its own locks. */
export interface KeptByBot {
  asset: string;
  amount: Big;
  botName: string;
}

interface ClaimDeps {
  db: Db;
  markets: { findPastPair(market: Market, symbol: string): ExchangePair | null };
}

const lockedBy = (orders: readonly RunOrder[], side: 'buy' | 'sell'): Big =>
  orders
    // What waits for another order locks nothing yet.
    .filter((order) => order.side === side && isLive(order.state) && order.state !== 'pending')
    .reduce((sum, { quantity, filledQuantity, price }) => {
      const rest = quantity.minus(filledQuantity);
      return sum.plus(side === 'buy' ? rest.times(price) : rest);
    }, ZERO);

function keptBy({ markets }: ClaimDeps, stored: StoredRun): KeptByBot[] {
  const { run, bot } = stored;
  const pair = markets.findPastPair(run.market as Market, run.symbol);
  if (!pair) return [];
  const facts = factsOf(stored, pair);
  const { base, counter } = ownedBy(facts);
  const kept = [
    { asset: pair.base, amount: base.minus(lockedBy(facts.orders, 'sell')) },
    { asset: pair.counter, amount: counter.minus(lockedBy(facts.orders, 'buy')) },
  ];
  return kept.filter(({ amount }) => amount.gt(0)).map(({ asset, amount }) => ({ asset, amount, botName: bot.name }));
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
  };
}
export type BotClaims = ReturnType<typeof botClaims>;

export const keptOf = (kept: readonly KeptByBot[], asset: string): Big =>
  kept.reduce((sum, one) => (one.asset === asset ? sum.plus(one.amount) : sum), ZERO);

/** C-5: what is free for everybody else. */
export const freeBeside = (free: Big, kept: Big): Big => max(ZERO, free.minus(min(free, kept)));
