import type { Market } from '#contracts/symbol.ts';
import type { Credentials } from '../../exchanges/exchange.ts';
import { unseal } from '../../lib/seal.ts';
import type { KeyRow } from './keys.store.ts';

export const sealContext = (userId: string, keyId: string, version: number): string => `${userId}|${keyId}|${version}`;

/** A key ready for use: the only place of its opened secret. */
export interface OpenKey {
  keyId: string;
  name: string;
  market: Market;
  credentials: Credentials;
}

export function openKey(dataKey: Buffer, row: KeyRow): OpenKey {
  const secret = unseal(dataKey, row.sealedSecret, sealContext(row.userId, row.id, row.sealVersion)).toString();
  return { keyId: row.id, name: row.name, market: row.market as Market, credentials: { apiKey: row.apiKey, secret } };
}
