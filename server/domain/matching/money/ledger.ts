import { Big } from 'big.js';
import { ZERO, min } from '#contracts/rules/decimal.ts';
import { type Account, FEES, type Holding, MARKET_MAKER } from '../model/matching-account.ts';
import type { MatchingListener } from '../model/listener.ts';
import type { Lock } from '../model/order.ts';

/** All there is of each asset; at first the market maker holds it. */
export const SUPPLY = new Big('1e15');

export type Ledger = ReturnType<typeof createLedger>;
type Own = typeof MARKET_MAKER | typeof FEES;

function holding(holdings: Map<string, Holding>, of: { owner: string; asset: string }): Holding {
  const known = holdings.get(of.asset);
  if (known) return known;
  const fresh = { ...of, free: ZERO, locked: ZERO };
  holdings.set(of.asset, fresh);
  return fresh;
}

const of = (account: Account, asset: string): Holding => holding(account.holdings, { owner: account.id, asset });

/** Every movement of money goes through here: nothing falls below zero, and every asset's sum stays what it was. */
export function createLedger(listener: Pick<MatchingListener, 'holdingChanged'>) {
  const own: Record<Own, Map<string, Holding>> = { [MARKET_MAKER]: new Map(), [FEES]: new Map() };

  const exchange = (owner: Own, asset: string) => holding(own[owner], { owner, asset });

  const change = (row: Holding, delta: { free?: Big; locked?: Big }): void => {
    const free = row.free.plus(delta.free ?? ZERO);
    const locked = row.locked.plus(delta.locked ?? ZERO);
    if (free.lt(0) || locked.lt(0)) throw new Error(`${row.owner} would hold less than nothing of ${row.asset}.`);
    row.free = free;
    row.locked = locked;
    listener.holdingChanged(row);
  };

  return {
    of,
    change,
    exchange,
    /** Moves `amount` from what is free into the lock; a negative one back. */
    lock: (account: Account, lock: Lock, amount: Big): void => {
      if (amount.eq(0)) return;
      change(of(account, lock.asset), { free: amount.times(-1), locked: amount });
      lock.amount = lock.amount.plus(amount);
    },
    /** Takes a payment out of the lock, and what that lacks out of what is free. */
    pay: (account: Account, lock: Lock, amount: Big): void => {
      const fromLock = min(amount, lock.amount);
      change(of(account, lock.asset), { free: fromLock.minus(amount), locked: fromLock.times(-1) });
      lock.amount = lock.amount.minus(fromLock);
    },
    /** Moves free money between the market maker and an account; a negative amount is taken from the account. */
    credit: (account: Account, asset: string, amount: Big): void => {
      change(exchange(MARKET_MAKER, asset), { free: amount.times(-1) });
      change(of(account, asset), { free: amount });
    },
    load: (owner: Own, rows: readonly Holding[]): void => {
      for (const row of rows) own[owner].set(row.asset, row);
    },
    /** Gives the market maker the supply of each asset that it has never held. */
    issue: (assets: Iterable<string>): void => {
      for (const asset of assets) {
        if (!own[MARKET_MAKER].has(asset)) change(exchange(MARKET_MAKER, asset), { free: SUPPLY });
      }
    },
  };
}
