import type { Market } from '#contracts/symbol.ts';
import { Refusal } from '../../lib/errors.ts';
import type { OpenKey } from '../keys/index.ts';
import type { BotDeps } from './deps.ts';

/** The main key that is named, or the active one. */
export async function findKey(
  { keys, markets }: Pick<BotDeps, 'keys' | 'markets'>,
  userId: string,
  { market, mainUid }: { market: Market; mainUid?: string | undefined },
): Promise<OpenKey> {
  if (!markets.isOn(market)) throw new Refusal('not-found', `The market ${market} is not switched on here.`);
  if (mainUid === undefined) {
    const active = await keys.active(userId, market);
    if (!active) throw new Refusal('conflict', 'Add a key first.');
    return active;
  }
  if (!(await keys.isMain(userId, mainUid))) throw new Refusal('not-found', 'There is no such main key.');
  const key = await keys.byId(userId, mainUid);
  if (key?.market !== market) throw new Refusal('conflict', 'This key is out of use, or one of another market.');
  return key;
}
