import type { Account } from '../model/matching-account.ts';
import { type Wanted, checkCapacity } from './capacity.ts';
import { checkFilters, checkTrailing } from './filters.ts';
import { checkTrading } from './symbol-status.ts';

/** Whether the symbol trades, its filters for each order, then what the account may have open. Throws the refusal. */
export function checkAdmission(wanted: Wanted, account: Account, now: number): void {
  const { market, drafts } = wanted;
  checkTrading(market);
  for (const draft of drafts) {
    checkTrailing(draft, market);
    checkFilters(draft, { market, now });
  }
  checkCapacity(wanted, account);
}
