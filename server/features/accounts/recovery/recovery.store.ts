import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { oneTimeTokens, users } from '../../../db/schema/accounts.ts';
import { tokenHash } from '../../../lib/token.ts';

interface Link {
  token: string;
  now: number;
  expiresAt: number;
}

const isLink = (token: string, now: number) =>
  and(
    eq(oneTimeTokens.purpose, 'reset'),
    eq(oneTimeTokens.tokenHash, tokenHash(token)),
    gt(oneTimeTokens.expiresAt, now),
  );
const linksOf = (userId: string) => and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.purpose, 'reset'));

/** Recovery links. Not bound to an owner: whoever holds one is not signed in. */
export function recoveryStore(db: Db) {
  return {
    /** For the account of this address, whose older links are void; answers where to send it, null without an account. */
    issue: (emailKey: string, { token, now, expiresAt }: Link) =>
      db.transaction(async (tx): Promise<string | null> => {
        const [user] = await tx.select().from(users).where(eq(users.emailKey, emailKey)).for('update');
        if (!user) return null;
        const { userId, email } = user;
        await tx.delete(oneTimeTokens).where(linksOf(userId));
        const row = { tokenHash: tokenHash(token), userId, purpose: 'reset' as const, details: {} };
        await tx.insert(oneTimeTokens).values({ ...row, createdAt: now, expiresAt });
        return email;
      }),
    /** Whose link it is; null when it is unknown, used or over. */
    async emailOf(token: string, now: number): Promise<string | null> {
      const [found] = await db
        .select({ email: users.email })
        .from(oneTimeTokens)
        .innerJoin(users, eq(users.userId, oneTimeTokens.userId))
        .where(isLink(token, now));
      return found?.email ?? null;
    },
    /** Uses the link up; answers whose password is new. Whoever got the mail owns the address. */
    use: (token: string, { passwordHash, now }: { passwordHash: string; now: number }) =>
      db.transaction(async (tx): Promise<string | null> => {
        const [used] = await tx
          .delete(oneTimeTokens)
          .where(isLink(token, now))
          .returning({ userId: oneTimeTokens.userId });
        if (!used?.userId) return null;
        await tx.update(users).set({ passwordHash, emailVerifiedAt: now }).where(eq(users.userId, used.userId));
        return used.userId;
      }),
  };
}
