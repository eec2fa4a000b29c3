import { isolated } from '#contracts/rules/isolated.ts';
import type { CopyKey, OpenKey } from '../../../keys/index.ts';
import type { Orders } from '../../orders.ts';
import type { Market } from '#contracts/symbol.ts';

const otherKey = ({ name }: OpenKey): string =>
  `Nothing was placed: your active key is now ${isolated(name)}, and this order was for another key. Check it and send it again.`;

interface Named {
  market: Market;
  mainUid?: string | undefined;
  hookName?: string | undefined;
  bot?: { id: string };
}

export interface EntryKey {
  key: OpenKey;
  /** The keys that copy it, where they were read with it. */
  copyKeys: readonly CopyKey[] | null;
}

/** The active key, which has to be the one that is named; a bot or a hook trades with its own. */
async function namedKey(
  { keys }: Pick<Orders, 'keys'>,
  userId: string,
  { market, mainUid, hookName, bot }: Named,
): Promise<EntryKey | { error: string }> {
  if (mainUid !== undefined && (bot || hookName !== undefined)) {
    const own = await keys.byId(userId, mainUid);
    return own?.market === market
      ? { key: own, copyKeys: null }
      : { error: `The key of this ${bot ? 'bot' : 'hook'} is out of use.` };
  }
  const active = await keys.activeGroup(userId, market);
  if (!active) return { error: 'Add an API key first, on the API page.' };
  const { key, copies: copyKeys } = active;
  return mainUid === undefined || mainUid === key.keyId ? { key, copyKeys } : { error: otherKey(key) };
}

/** The key of an entry, where it takes entries. */
export async function entryKey(
  orders: Pick<Orders, 'keys' | 'trading'>,
  userId: string,
  named: Named,
): Promise<EntryKey | { error: string }> {
  const found = await namedKey(orders, userId, named);
  if ('error' in found) return found;
  const closed = orders.trading.entryRefusal(userId, found.key.keyId);
  return closed === null ? found : { error: closed };
}
