import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import type { Db, Tx } from '../../../db/database.ts';
import { oneTimeTokens, users } from '../../../db/schema/accounts.ts';
import { tokenHash } from '../../../lib/token.ts';
import { otherAccessStore, type Removed } from '../address/other-access.store.ts';
import { lostFactorStore } from '../second-factor/lost-factor.store.ts';

interface Link {
  token: string;
  now: number;
  expiresAt: number;
}

interface Reset {
  passwordHash: string;
  now: number;
  /** Ids of other ways that stay. */
  keep: readonly string[];
  /** When two-factor ends; null cancels its removal, undefined changes nothing. */
  twoFactorEndsAt: number | null | undefined;
}

export interface Used {
  userId: string;
  /** This reset verified the address. */
  first: boolean;
  removed: Removed;
  removal: 'asked' | 'canceled' | null;
}

/** S-54: the number of valid links per account. */
const VALID = 3;

const isLink = (token: string, now: number) =>
  and(
    eq(oneTimeTokens.purpose, 'reset'),
    eq(oneTimeTokens.tokenHash, tokenHash(token)),
    gt(oneTimeTokens.expiresAt, now),
  );
const linksOf = (userId: string) => and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.purpose, 'reset'));

async function dropOlder(tx: Tx, userId: string, kept: number): Promise<void> {
  const links = tx.select({ tokenHash: oneTimeTokens.tokenHash }).from(oneTimeTokens).where(linksOf(userId));
  const newestFirst = await links.orderBy(desc(oneTimeTokens.createdAt), desc(oneTimeTokens.expiresAt));
  const older = newestFirst.slice(kept).map((link) => link.tokenHash);
  if (older.length > 0) await tx.delete(oneTimeTokens).where(inArray(oneTimeTokens.tokenHash, older));
}

async function changeRemoval(tx: Tx, userId: string, endsAt: Reset['twoFactorEndsAt']): Promise<Used['removal']> {
  if (endsAt === undefined) return null;
  const store = lostFactorStore(tx, userId);
  if (endsAt === null) return (await store.cancel()) ? 'canceled' : null;
  return (await store.ask(endsAt)) ? 'asked' : null;
}

/** Recovery links. Not bound to an owner: their holder is not signed in. */
export function recoveryStore(db: Db) {
  return {
    /** For the account of this address; returns its address, null without an account. */
    issue: (emailKey: string, { token, now, expiresAt }: Link) =>
      db.transaction(async (tx): Promise<string | null> => {
        const [user] = await tx.select().from(users).where(eq(users.emailKey, emailKey)).for('update');
        if (!user) return null;
        const { userId, email } = user;
        await dropOlder(tx, userId, VALID - 1);
        const row = { tokenHash: tokenHash(token), userId, purpose: 'reset' as const, details: {} };
        await tx.insert(oneTimeTokens).values({ ...row, createdAt: now, expiresAt });
        return email;
      }),
    /** The link's owner; null when it is unknown, used or expired. */
    async owner(token: string, now: number) {
      const { userId, email, emailVerifiedAt: provenAt, totpSince, twoFactorEndsAt } = users;
      const [found] = await db
        .select({ userId, email, provenAt, totpSince, twoFactorEndsAt })
        .from(oneTimeTokens)
        .innerJoin(users, eq(users.userId, oneTimeTokens.userId))
        .where(isLink(token, now));
      return found ?? null;
    },
    /**
     * Uses up the account's links. The reader of the mail owns the address: other ways to sign in are removed, except
     * those chosen to stay.
     */
    use: (token: string, { passwordHash, now, keep, twoFactorEndsAt }: Reset) =>
      db.transaction(async (tx): Promise<Used | null> => {
        const [used] = await tx
          .delete(oneTimeTokens)
          .where(isLink(token, now))
          .returning({ userId: oneTimeTokens.userId });
        if (!used?.userId) return null;
        const { userId } = used;
        const me = eq(users.userId, userId);
        const [before] = await tx.select({ provenAt: users.emailVerifiedAt }).from(users).where(me).for('update');
        const first = before?.provenAt === null;
        await tx
          .update(users)
          .set({ passwordHash, emailVerifiedAt: before?.provenAt ?? now })
          .where(me);
        const ways = first ? [] : keep;
        const removed = await otherAccessStore(tx, userId).remove({ sessionId: null, ways });
        const removal = await changeRemoval(tx, userId, twoFactorEndsAt);
        return { userId, first, removed, removal };
      }),
  };
}
