import { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { ASSETS } from '../pairs.ts';
import { type Account, FEES, FULL_RIGHTS, MARKET_MAKER, type Holding } from './model/account.ts';
import { randomText } from './model/ids.ts';
import type { Journal } from './records/journal.ts';
import { type Lock } from './model/order.ts';

/** All there is of each asset; at first the house holds it. */
const SUPPLY = new Big('1e15');
/** What a new account has, by asset. */
export const INITIAL_BALANCES: Readonly<Record<string, string>> = {
  USDT: '10000',
  XRP: '10000',
  BTC: '1',
  ETH: '10',
  BNB: '10',
};
const KEY_LENGTH = 64;

export type Ledger = ReturnType<typeof createLedger>;

type Own = typeof MARKET_MAKER | typeof FEES;

function holding(holdings: Map<string, Holding>, of: { owner: string; asset: string }): Holding {
  const known = holdings.get(of.asset);
  if (known) return known;
  const fresh = { ...of, free: ZERO, locked: ZERO };
  holdings.set(of.asset, fresh);
  return fresh;
}

const of = (account: Account, asset: string): Holding => holding(account.holdings, { owner: account.apiKey, asset });

/** Every movement of money goes through here: nothing may fall below zero, and every asset's sum stays what it was. */
export function createLedger(journal: Journal) {
  const own: Record<Own, Map<string, Holding>> = { [MARKET_MAKER]: new Map(), [FEES]: new Map() };

  const exchange = (owner: Own, asset: string) => holding(own[owner], { owner, asset });

  const change = (row: Holding, delta: { free?: Big; locked?: Big }): void => {
    const free = row.free.plus(delta.free ?? ZERO);
    const locked = row.locked.plus(delta.locked ?? ZERO);
    if (free.lt(0) || locked.lt(0)) throw new Error(`${row.owner} would hold less than nothing of ${row.asset}.`);
    row.free = free;
    row.locked = locked;
    journal.holding(row);
  };

  const endow = (account: Account, asset: string, amount: Big): void => {
    change(exchange(MARKET_MAKER, asset), { free: amount.times(-1) });
    change(of(account, asset), { free: amount });
  };

  return {
    of,
    change,
    exchange,
    /** Moves `amount` from what is free into the lock; a negative one back. */
    keep: (account: Account, lock: Lock, amount: Big): void => {
      if (amount.eq(0)) return;
      change(of(account, lock.asset), { free: amount.times(-1), locked: amount });
      lock.amount = lock.amount.plus(amount);
    },
    /** Takes a payment out of the lock, and what that lacks out of what is free. */
    pay: (account: Account, lock: Lock, amount: Big): void => {
      const fromLock = amount.lt(lock.amount) ? amount : lock.amount;
      change(of(account, lock.asset), { free: fromLock.minus(amount), locked: fromLock.times(-1) });
      lock.amount = lock.amount.minus(fromLock);
    },
    load: (owner: Own, rows: readonly Holding[]): void => {
      for (const row of rows) own[owner].set(row.asset, row);
    },
    /** Gives the house all of an asset that no one has seen yet. */
    found: (): void => {
      for (const asset of ASSETS) {
        if (!own[MARKET_MAKER].has(asset)) change(exchange(MARKET_MAKER, asset), { free: SUPPLY });
      }
    },
    open: (time: number): Account => {
      const account: Account = {
        apiKey: randomText(KEY_LENGTH),
        secret: randomText(KEY_LENGTH),
        rights: FULL_RIGHTS,
        createdAt: time,
        updateTime: time,
        holdings: new Map(),
        open: new Map(),
        lists: new Map(),
      };
      journal.account(account);
      for (const [asset, amount] of Object.entries(INITIAL_BALANCES)) endow(account, asset, new Big(amount));
      return account;
    },
    endow,
  };
}
