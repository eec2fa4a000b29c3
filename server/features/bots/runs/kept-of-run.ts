import { Big } from 'big.js';
import { min, ZERO } from '#contracts/rules/decimal.ts';
import type { Market } from '#contracts/symbol.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { basketKeptFree } from '../../../domain/strategies/basket/basket-facts.ts';
import { keptFree } from '../../../domain/strategies/rounds/kept-free.ts';
import type { Amounts } from '../../../domain/strategies/rounds/run-books.ts';
import { lockedByDeals, ownedByDeals } from '../deals/deal-books.ts';
import { basketFactsOf } from './basket-facts.ts';
import { factsOf } from './run-facts.ts';
import type { StoredRun } from './runs.store.ts';

export interface PastPairs {
  findPastPair(market: Market, symbol: string): ExchangePair | null;
}

/** What a run keeps of an asset that no order of it locks, and how much of that is missing to its owner's knowledge. */
export interface KeptAsset {
  asset: string;
  amount: Big;
  missing: Big;
}

/** C-18: of its pair; null while its owner is not asked. */
export const missingOf = ({ run: { missing } }: Pick<StoredRun, 'run'>): Amounts | null =>
  missing && { base: new Big(missing.base), counter: new Big(missing.counter) };

function keptOfPair(stored: StoredRun, pair: ExchangePair): Amounts {
  if (stored.run.engine !== 'deals') return keptFree(factsOf(stored, pair));
  // Coins of deals are those of order blocks.
  return { base: ZERO, counter: ownedByDeals(stored, pair).counter.minus(lockedByDeals(stored, pair)) };
}

/** The assets of its pair. */
export function assetsKept(kept: Amounts, { stored, pair }: { stored: StoredRun; pair: ExchangePair }): KeptAsset[] {
  const missing = missingOf(stored) ?? { base: ZERO, counter: ZERO };
  const all = [
    { asset: pair.base, amount: kept.base, missing: min(missing.base, kept.base) },
    { asset: pair.counter, amount: kept.counter, missing: min(missing.counter, kept.counter) },
  ];
  return all.filter(({ amount }) => amount.gt(0));
}

/** C-5. */
export function keptOfRun(markets: PastPairs, stored: StoredRun): KeptAsset[] {
  const { run } = stored;
  if (run.engine === 'basket')
    return basketKeptFree(basketFactsOf(stored)).map((kept) => Object.assign(kept, { missing: ZERO }));
  const pair = markets.findPastPair(run.market as Market, run.symbol);
  return pair ? assetsKept(keptOfPair(stored, pair), { stored, pair }) : [];
}
