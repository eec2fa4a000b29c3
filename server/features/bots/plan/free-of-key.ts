import type { Big } from 'big.js';
import type { OpenKey } from '../../keys/index.ts';
import type { BotDeps } from '../deps.ts';

/** How long the stream is waited for, ms. */
const PATIENCE = 2000;

export const FREE_UNKNOWN = 'What is free on this key is not known right now. Try again in a moment.';

/**
 * What a key has free, bots' part included; null while not known. A key without copies is not watched: then the exchange is
 * asked itself.
 */
export async function freeOfKey(
  { keys, markets }: Pick<BotDeps, 'keys' | 'markets'>,
  userId: string,
  { keyId, market, credentials }: OpenKey,
): Promise<ReadonlyMap<string, Big> | null> {
  const watched = await keys.balances.within(PATIENCE, userId, keyId);
  if (watched) return watched.free;
  const asked = await markets.exchange(market).balances(credentials);
  return asked.outcome === 'ok' ? new Map(asked.value.map(({ asset, free }) => [asset, free])) : null;
}
