import type { ExchangePair } from '../../../domain/market/pair.ts';
import { countedBy, type RunFacts } from '../../../domain/strategies/rounds/run-facts.ts';
import type { RunValue } from '../../../domain/strategies/rounds/stop-conditions.ts';
import { countedByDeals } from '../deals/deal-books.ts';
import type { StoredRun } from './runs.store.ts';

/** what a run was given, and what its results count by now. */
export const valueOf = (
  stored: StoredRun,
  facts: RunFacts,
  pair: Pick<ExchangePair, 'base' | 'counter'>,
): RunValue => ({
  given: facts.given,
  owned: stored.run.engine === 'deals' ? countedByDeals(stored, pair) : countedBy(facts),
});
