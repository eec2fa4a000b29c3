import type { Big } from 'big.js';
import type { Market } from '#contracts/symbol.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { type RunResult, runResult } from '../../../domain/strategies/rounds/run-books.ts';
import {
  type LevelView,
  ownedBy,
  type RunContext,
  type RunFacts,
} from '../../../domain/strategies/rounds/run-facts.ts';
import { viewLevels } from '../../../domain/strategies/rounds/run-step.ts';
import type { BotDeps } from '../deps.ts';
import { closedDeals, ownedByDeals } from '../deals/deal-books.ts';
import { contextOf } from '../runs/run-context.ts';
import { factsOf } from '../runs/run-facts.ts';
import { valueOf } from '../runs/run-value.ts';
import type { StoredRun } from '../runs/runs.store.ts';

/** A run with its books at the last price. */
export interface RunBooks {
  stored: StoredRun;
  pair: ExchangePair;
  facts: RunFacts;
  context: RunContext;
  levels: LevelView[];
  owned: { base: Big; counter: Big };
  /** In the currency that it earns; null while the last price is not known. */
  result: RunResult | null;
  currency: string;
}

export function booksOf(deps: Pick<BotDeps, 'clock' | 'markets' | 'trading'>, stored: StoredRun): RunBooks | null {
  const { run } = stored;
  const pair = deps.markets.findPastPair(run.market as Market, run.symbol);
  if (!pair) return null;
  const context = contextOf(deps, { run, pair });
  const facts = factsOf(stored, pair);
  const { last } = context;
  const isOfDeals = run.engine === 'deals';
  const levels = isOfDeals ? [] : viewLevels(facts, context);
  const owned = isOfDeals ? ownedByDeals(stored, pair) : ownedBy(facts);
  const cycles = isOfDeals ? closedDeals(stored) : levels.map(({ state }) => state.total);
  const { given, counterEarning } = facts;
  const counted = valueOf(stored, facts, pair).owned;
  const result = last && runResult({ given, owned, counted, cycles, last }, counterEarning);
  return { stored, pair, facts, context, levels, owned, result, currency: counterEarning ? pair.counter : pair.base };
}
