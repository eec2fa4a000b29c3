import type { ExchangePair } from '../../../domain/market/pair.ts';
import type { RunContext, RunFacts } from '../../../domain/strategies/rounds/run-facts.ts';
import type { RunValue } from '../../../domain/strategies/rounds/stop-conditions.ts';
import type { StoredRun } from '../runs/runs.store.ts';

/** A run as it is looked at. */
export interface Look {
  stored: StoredRun;
  facts: RunFacts;
  value: RunValue;
  context: RunContext;
  pair: ExchangePair;
}

/** `again` is when to look again if nothing happens, UTC epoch ms. */
export interface Looked {
  hasMoved: boolean;
  again: number | null;
}
