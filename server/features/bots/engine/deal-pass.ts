import { SECOND } from '#contracts/rules/time.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import type { RunContext } from '../../../domain/strategies/rounds/run-facts.ts';
import type { BotDeps } from '../deps.ts';
import type { RunWork } from '../runs/run-work.store.ts';
import type { StoredRun } from '../runs/runs.store.ts';
import type { ActionDeps } from './deal-actions.ts';
import type { RunStops } from './run-stops.ts';
import type { RunNotifier } from './run-notifier.ts';
import type { RunWatch } from './run-watch.ts';

/** Pause after a step that changed nothing, ms. */
export const LATER = SECOND;
/** A deal is looked at by then, whatever the exchange says, ms. */
export const AT_LEAST = 5 * SECOND;

/** When to look again, or that something has changed. */
export type Passed = number | null | 'again';

export interface DealWorkerDeps extends ActionDeps, Pick<BotDeps, 'markets' | 'trading' | 'limits' | 'log'> {
  work: RunWork;
  watch: Pick<RunWatch, 'look'>;
  stops: RunStops;
  notifier: Pick<RunNotifier, 'deals'>;
}

/** A run that opens deals, as it is worked on. */
export interface DealPass {
  stored: StoredRun;
  pair: ExchangePair;
  context: RunContext;
  /** Trading is on, the pair trades, and no limit keeps entries back. */
  mayEnter: boolean;
}

export const moved = (isMoved: boolean, now: number): Passed => (isMoved ? 'again' : now + LATER);

export const earlier = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);
