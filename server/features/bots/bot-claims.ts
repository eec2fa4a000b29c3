import type { Big } from 'big.js';
import { isolated } from '#contracts/rules/isolated.ts';
import { max, min, ZERO } from '#contracts/rules/decimal.ts';
import type { Market, Side } from '#contracts/symbol.ts';
import type { Db } from '../../db/database.ts';
import { laterOrders } from './later-orders.ts';
import { keptOfRun, type PastPairs } from './runs/kept-of-run.ts';
import { runOrders } from './runs/run-orders.store.ts';
import { runsStore, type StoredRun, symbolsOf } from './runs/runs.store.ts';

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
  markets: PastPairs;
}

/** What is missing already is kept no more. */
function keptBy({ markets }: ClaimDeps, stored: StoredRun): KeptByBot[] {
  const { bot } = stored;
  const kept = keptOfRun(markets, stored).map(({ asset, amount, missing }) => ({
    asset,
    amount: amount.minus(missing),
    botId: bot.id,
    botName: bot.name,
  }));
  return kept.filter(({ amount }) => amount.gt(0));
}

/** C-5: what of accounts belongs to bots, for all that use the same keys. */
export function botClaims(deps: ClaimDeps) {
  return {
    /** Whether an order on the exchange is one of a bot. */
    ownsOrder: async (clientOrderId: string): Promise<boolean> =>
      (await runOrders(deps.db).find(clientOrderId)) !== null,
    /** M-02: whether an order that no row has is one that a bot of the key looks up before it places it. */
    async laterOrders(userId: string, keyId: string): Promise<(clientOrderId: string) => boolean> {
      const runs = await runsStore(deps.db, userId).activeOfKey(keyId);
      const all = runs.filter(({ run }) => run.engine === 'rounds').map(laterOrders);
      return (clientOrderId) => all.some((ids) => ids.has(clientOrderId));
    },
    /** C-21: why a key cannot go while a bot works with it. */
    async fault(userId: string, keyId: string): Promise<string | null> {
      const [first] = await runsStore(deps.db, userId).activeOfKey(keyId);
      return first ? `${isolated(first.bot.name)} works with this key. Stop it first.` : null;
    },
    async kept(userId: string, keyId: string): Promise<KeptByBot[]> {
      const runs = await runsStore(deps.db, userId).activeOfKey(keyId);
      return runs.flatMap((stored) => keptBy(deps, stored));
    },
    /** The same of several keys at once; none of a key without bots. */
    async keptOnKeys(userId: string, keyIds: readonly string[]): Promise<ReadonlyMap<string, KeptByBot[]>> {
      const runs = await runsStore(deps.db, userId).activeOfKeys(keyIds);
      const byKey = Map.groupBy(runs, ({ run }) => run.keyId);
      return new Map([...byKey].map(([keyId, own]) => [keyId, own.flatMap((stored) => keptBy(deps, stored))]));
    },
    /** C-5: keys on which runs own coins of an asset; coins of deals are those of order blocks. */
    async keysWithCoins(userId: string, asset: string): Promise<ReadonlySet<string>> {
      const active = await runsStore(deps.db, userId).activeNames();
      const own = active.filter(
        ({ engine, market, symbol }) =>
          engine !== 'deals' &&
          symbolsOf(symbol).some((name) => deps.markets.findPastPair(market as Market, name)?.base === asset),
      );
      return new Set(own.map(({ keyId }) => keyId));
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

/** C-5: what is free for all others. */
export const freeBeside = (free: Big, kept: Big): Big => max(ZERO, free.minus(min(free, kept)));
