import { isNotNull, isNull } from 'drizzle-orm';
import type { Db } from '../database.ts';
import { apiTokens, oneTimeTokens, sessions, users } from '../schema/accounts.ts';
import { botLinks } from '../schema/bot-links.ts';
import { hooks } from '../schema/hooks.ts';
import { pushSubscriptions } from '../schema/notifications.ts';

const RESTORED =
  'Tandem was restored from a backup. Before you resume this hook, check that its address is the one that you use now.';

/**
 * S-60: of a restored database, ends for all people what gives access without a sign-in: they may have ended it after the
 * backup. A hook waits for its owner instead, since an address that was replaced or removed would trade again.
 */
export const endAccess = (db: Db, now: number): Promise<void> =>
  db.transaction(async (tx) => {
    for (const table of [sessions, apiTokens, pushSubscriptions, oneTimeTokens]) await tx.delete(table);
    await tx.update(botLinks).set({ revokedAt: now }).where(isNull(botLinks.revokedAt));
    await tx
      .update(users)
      .set({ twoFactorEndsAt: null, twoFactorEndNear: null })
      .where(isNotNull(users.twoFactorEndsAt));
    const paused = { paused: RESTORED, isNotified: false, oldTokenHash: null, oldTokenUntil: null };
    await tx.update(hooks).set(paused).where(isNull(hooks.paused));
    await tx.update(hooks).set({ oldTokenHash: null, oldTokenUntil: null });
  });
