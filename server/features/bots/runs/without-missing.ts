import type { BotDeps } from '../deps.ts';
import { missingOf } from './kept-of-run.ts';
import { letGoAt } from './missing-of-key.ts';
import { withoutTaken } from './missing.store.ts';
import type { RunChange } from './run-work.store.ts';
import type { RunRow } from './runs.store.ts';

/** C-18: a run that ends leaves what is known to be missing, at its worth of now. */
export function withoutMissing({ markets }: Pick<BotDeps, 'markets'>, run: RunRow): RunChange {
  const missing = missingOf({ run });
  if (!missing) return {};
  const price = markets.lastPrice(run.market, run.symbol)?.price ?? run.marketPrice;
  return withoutTaken(run, letGoAt(run, missing, price));
}
