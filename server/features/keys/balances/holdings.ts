import type { Big } from 'big.js';
import type { Market } from '#contracts/symbol.ts';
import type { Balance } from '../../../exchanges/exchange.ts';
import { Refusal } from '../../../lib/errors.ts';
import { mask } from '../../../lib/mask.ts';
import { priceBetween } from '../../../lib/price-between.ts';
import { keysStore, type KeyRow } from '../keys.store.ts';
import { listed } from './key-balances.ts';
import type { KeyDeps } from '../deps.ts';
import type { WorthDeps } from './key-worth.ts';

interface Holding {
  asset: string;
  free: Big;
  locked: Big;
  usdt: Big | null;
}

const byValue = (one: Holding, other: Holding): number =>
  (other.usdt?.cmp(one.usdt ?? 0) ?? -1) || (one.asset < other.asset ? -1 : 1);

/** Describes a key and its balances. */
export function keyHoldings(deps: Pick<KeyDeps, 'db'> & Omit<WorthDeps, 'log' | 'live'>) {
  const { db, clock, exchanges, open, balances: book, lastPrice } = deps;
  async function find(userId: string, keyId: string): Promise<KeyRow> {
    const row = await keysStore(db, userId).byId(keyId);
    if (!row) throw new Refusal('not-found', 'There is no such key.');
    return row;
  }
  const usdtOf = (market: Market, asset: string, amount: Big): Big | null => {
    const price = priceBetween(asset, 'USDT', (symbol) => lastPrice(market, symbol)?.price);
    return price && amount.times(price).round(2, 0);
  };
  async function ask(row: KeyRow): Promise<Balance[]> {
    const { credentials } = await open(row);
    const answer = await exchanges.get(row.market as Market)?.balances(credentials);
    if (!answer) throw new Refusal('unavailable', `${row.market} is switched off here.`);
    if (answer.outcome === 'rejected') throw new Refusal('exchange-failed', answer.sentence);
    if (answer.outcome === 'unknown')
      throw new Refusal('exchange-failed', `${row.market} did not answer. Try again in a moment.`);
    return answer.value;
  }
  return {
    apiKey: async (userId: string, keyId: string): Promise<string> => (await find(userId, keyId)).apiKey,
    /** A key's details for the audit log; null when there is none. */
    async described(userId: string, keyId: string) {
      const { market, name, apiKey } = await find(userId, keyId);
      return { market, name, key: mask(apiKey) };
    },
    async holdings(userId: string, keyId: string): Promise<{ balances: Holding[]; at: number }> {
      const row = await find(userId, keyId);
      const market = row.market as Market;
      const watched = book.of(userId, keyId);
      const listing = watched ? listed(watched) : await ask(row);
      const held = listing.filter(({ free, locked }) => free.plus(locked).gt(0));
      const balances = held.map(({ asset, free, locked }) => {
        return { asset, free, locked, usdt: usdtOf(market, asset, free.plus(locked)) };
      });
      return { balances: balances.toSorted(byValue), at: clock() };
    },
  };
}
