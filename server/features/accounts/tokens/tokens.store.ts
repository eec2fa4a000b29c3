import { and, count, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { apiTokens, apiTokenUses, users } from '../../../db/schema/accounts.ts';

export type TokenRow = typeof apiTokens.$inferSelect;
export type UseRow = typeof apiTokenUses.$inferSelect;
export type NewUse = Pick<UseRow, 'tokenId' | 'hour' | 'call' | 'address' | 'allowed'>;

const isValid = (now: number) => or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, now));

/** A user's API tokens. */
export function ownTokensStore(db: Db, owner: string) {
  const mine = eq(apiTokens.userId, owner);
  const one = (id: string) => and(mine, eq(apiTokens.id, id));
  return {
    /** The newest first, expired ones too. */
    all: (): Promise<TokenRow[]> =>
      db.select().from(apiTokens).where(mine).orderBy(desc(apiTokens.createdAt), desc(apiTokens.id)),
    /** False when the user has `most` already. Counted under a lock on the account. */
    add: (row: Omit<TokenRow, 'userId' | 'usedAt' | 'address'>, most: number): Promise<boolean> =>
      db.transaction(async (tx) => {
        await tx.select({ id: users.userId }).from(users).where(eq(users.userId, owner)).for('update');
        const [held] = await tx.select({ of: count() }).from(apiTokens).where(mine);
        if ((held?.of ?? 0) >= most) return false;
        await tx.insert(apiTokens).values({ ...row, userId: owner });
        return true;
      }),
    /** Null when there is none. */
    async remove(id: string): Promise<TokenRow | null> {
      const [removed] = await db.delete(apiTokens).where(one(id)).returning();
      return removed ?? null;
    },
    async has(id: string): Promise<boolean> {
      return (await db.select({ id: apiTokens.id }).from(apiTokens).where(one(id))).length > 0;
    },
    async isAlive(id: string, now: number): Promise<boolean> {
      const found = await db
        .select({ id: apiTokens.id })
        .from(apiTokens)
        .where(and(one(id), isValid(now)));
      return found.length > 0;
    },
  };
}

/** What a user's API tokens were used for. */
export function tokenUsesStore(db: Db, owner: string) {
  const mine = eq(apiTokenUses.userId, owner);
  return {
    /** True when it is the first of its kind in this hour. */
    async note(use: NewUse, at: number): Promise<boolean> {
      const [noted] = await db
        .insert(apiTokenUses)
        .values({ ...use, userId: owner, count: 1, firstAt: at, lastAt: at })
        .onConflictDoUpdate({
          target: [
            apiTokenUses.userId,
            apiTokenUses.tokenId,
            apiTokenUses.hour,
            apiTokenUses.call,
            apiTokenUses.address,
            apiTokenUses.allowed,
          ],
          set: { count: sql`${apiTokenUses.count} + 1`, lastAt: at },
        })
        .returning({ count: apiTokenUses.count });
      await db
        .update(apiTokens)
        .set({ usedAt: at, address: use.address })
        .where(and(eq(apiTokens.userId, owner), eq(apiTokens.id, use.tokenId)));
      return noted?.count === 1;
    },
    async forget(before: number): Promise<void> {
      await db.delete(apiTokenUses).where(and(mine, lt(apiTokenUses.hour, before)));
    },
    /** Newest first. */
    async page(tokenId: string, { page, size }: { page: number; size: number }) {
      const its = and(mine, eq(apiTokenUses.tokenId, tokenId));
      const [total] = await db.select({ of: count() }).from(apiTokenUses).where(its);
      const rows = await db
        .select()
        .from(apiTokenUses)
        .where(its)
        .orderBy(desc(apiTokenUses.lastAt), apiTokenUses.call, apiTokenUses.address)
        .limit(size)
        .offset(page * size);
      return { rows, total: total?.of ?? 0 };
    },
  };
}

/** API tokens by themselves: a token determines its owner. */
export function tokensStore(db: Db) {
  const byHash = db
    .select({
      tokenId: apiTokens.id,
      name: apiTokens.name,
      scopes: apiTokens.scopes,
      userId: users.userId,
      email: users.email,
      username: users.username,
      telegram: users.telegram,
      iconIdx: users.iconIdx,
      provenAt: users.emailVerifiedAt,
      twoFactorEndsAt: users.twoFactorEndsAt,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.userId, apiTokens.userId))
    .where(
      and(
        eq(apiTokens.tokenHash, sql.placeholder('tokenHash')),
        or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, sql.placeholder('now'))),
      ),
    )
    .prepare('person_by_api_token');
  return {
    async find(tokenHash: Buffer, now: number) {
      const [found] = await byHash.execute({ tokenHash, now });
      return found ?? null;
    },
  };
}
