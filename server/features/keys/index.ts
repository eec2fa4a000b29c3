import type { addKey } from '#contracts/keys.ts';
import type { JsonOf } from '#contracts/endpoint.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Big } from 'big.js';
import type { Db } from '../../db/client.ts';
import type { Credentials, Exchange } from '../../exchanges/exchange.ts';
import type { Clock } from '../../lib/clock.ts';
import { unseal } from '../../lib/seal.ts';
import { usdtValue } from './account-value.ts';
import { addCheckedKey, sealContext } from './add-key.ts';
import type { Valued } from './keys.presenter.ts';
import { keysStore, type KeyRow } from './keys.store.ts';

interface Needs {
  db: Db;
  clock: Clock;
  exchanges: ReadonlyMap<Market, Exchange>;
  dataKey: (userId: string) => Promise<Buffer>;
  lastPrice: (market: Market, symbol: string) => { price: Big } | null;
  paper: boolean;
}

/** A key ready to be used: the only place where its secret is open. */
export interface OpenKey {
  keyId: string;
  name: string;
  market: Market;
  credentials: Credentials;
}

const BALANCE_FOR_MS = 10_000;

export function createKeys({ db, clock, exchanges, dataKey, lastPrice, paper }: Needs) {
  const values = new Map<string, { usdtBalance: Big | null; balanceAt: number }>();

  async function open(row: KeyRow): Promise<OpenKey> {
    const key = await dataKey(row.userId);
    const secret = unseal(key, row.sealedSecret, sealContext(row.userId, row.id, row.sealVersion)).toString();
    return { keyId: row.id, name: row.name, market: row.market as Market, credentials: { apiKey: row.apiKey, secret } };
  }

  async function valued(row: KeyRow): Promise<Valued> {
    const kept = values.get(row.id);
    if (kept && clock() - kept.balanceAt < BALANCE_FOR_MS) return { row, ...kept };
    const market = row.market as Market;
    const { credentials } = await open(row);
    const answer = await exchanges.get(market)?.balances(credentials);
    if (answer?.outcome !== 'ok')
      return { row, usdtBalance: kept?.usdtBalance ?? null, balanceAt: kept?.balanceAt ?? null };
    const value = {
      usdtBalance: usdtValue(answer.value, (symbol) => lastPrice(market, symbol)?.price ?? null),
      balanceAt: clock(),
    };
    values.set(row.id, value);
    return { row, ...value };
  }

  return {
    async list(userId: string): Promise<Valued[]> {
      return Promise.all((await keysStore(db, userId).all()).map(valued));
    },
    async add(userId: string, json: JsonOf<typeof addKey>) {
      const exchange = exchanges.get(json.market) ?? null;
      return addCheckedKey(
        { store: keysStore(db, userId), exchange, clock, userId, dataKey: await dataKey(userId), paper },
        json,
      );
    },
    /** The active main key of a market; null when there is none. */
    async active(userId: string, market: Market): Promise<OpenKey | null> {
      const row = await keysStore(db, userId).active(market);
      return row ? open(row) : null;
    },
    async byId(userId: string, keyId: string): Promise<OpenKey | null> {
      const row = await keysStore(db, userId).byId(keyId);
      return row ? open(row) : null;
    },
  };
}
export type Keys = ReturnType<typeof createKeys>;
