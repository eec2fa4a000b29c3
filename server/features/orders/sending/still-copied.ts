import { ZERO } from '#contracts/rules/decimal.ts';
import type { Tx } from '../../../db/database.ts';
import type { OrderContext } from '../orders.ts';
import type { CopyPlan } from '../deps.ts';
import { type GroupKey, groupKeys } from '../store/group-keys.store.ts';

/** Why a key does not copy a main key's deals; null where it does. */
function whyNotCopied(key: GroupKey | undefined, mainKeyId: string): string | null {
  if (!key) return 'This key was deleted before its copy was sent.';
  if (key.mainKeyId !== mainKeyId) return 'This key was taken out of its group before its copy was sent.';
  return key.inProcess ? key.disabledReason : 'Copying was switched off for this key before its copy was sent.';
}

interface Group<Copy> {
  userId: string;
  mainKeyId: string;
  copies: readonly Copy[];
}
interface Standing<Copy> {
  /** Undefined where it is deleted. */
  main: GroupKey | undefined;
  copies: Copy[];
}

/** A group as it stands when its deal is written, under the lock on the account: a key that no longer copies is skipped. */
export async function asGrouped<Copy extends CopyPlan>(
  { db, trading }: Pick<OrderContext, 'db' | 'trading'>,
  tx: Tx,
  { userId, mainKeyId, copies }: Group<Copy>,
): Promise<Standing<Copy>> {
  const keys = await groupKeys(db, tx, { userId, keyIds: [mainKeyId, ...copies.map(({ keyId }) => keyId)] });
  const skipped = (copy: Copy, code: string, sentence: string): Copy => ({
    ...copy,
    quantity: ZERO,
    skip: { code, sentence },
  });
  const standing = copies.map((copy): Copy => {
    if (copy.skip) return copy;
    const left = whyNotCopied(keys.get(copy.keyId), mainKeyId);
    if (left !== null) return skipped(copy, 'KEY_DISABLED', left);
    const lost = trading.entryRefusal(userId, copy.keyId);
    return lost === null ? copy : skipped(copy, 'LOSS_LIMIT', lost);
  });
  return { main: keys.get(mainKeyId), copies: standing };
}
