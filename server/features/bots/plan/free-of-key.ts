import type { OpenKey } from '../../keys/index.ts';
import type { BotDeps } from '../deps.ts';
import type { Free } from './asked-balances.ts';

/** How long the stream is waited for, ms. */
const PATIENCE = 2000;

export const FREE_UNKNOWN = 'What is free on this key is not known right now. Try again in a moment.';

/**
 * What a key has free, bots' part included; null while not known. A key without copies is not watched: then the exchange is
 * asked itself, unless its last answer is younger than `age`, ms.
 */
export async function freeOfKey(
  { keys, asked }: Pick<BotDeps, 'keys' | 'asked'>,
  userId: string,
  { key, age }: { key: OpenKey; age: number },
): Promise<Free> {
  const watched = await keys.balances.within(PATIENCE, userId, key.keyId);
  return watched ? watched.free : asked.within(age, key);
}
