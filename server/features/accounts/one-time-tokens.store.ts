import { and, eq, gt, lte } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { oneTimeTokens } from '../../db/schema/accounts.ts';
import { tokenHash } from '../../lib/token.ts';

type Row = typeof oneTimeTokens.$inferSelect;

export interface NewToken extends Pick<Row, 'purpose' | 'userId' | 'details' | 'createdAt' | 'expiresAt'> {
  token: string;
}

/** What a token stands for until it is taken. Not bound to an owner: whoever holds the token may not be signed in. */
export function oneTimeTokensStore(db: Db) {
  return {
    /** Those of this purpose that are over go on the occasion. */
    async add({ token, ...row }: NewToken): Promise<void> {
      const over = and(eq(oneTimeTokens.purpose, row.purpose), lte(oneTimeTokens.expiresAt, row.createdAt));
      await db.delete(oneTimeTokens).where(over);
      await db.insert(oneTimeTokens).values({ ...row, tokenHash: tokenHash(token) });
    },
    /** Uses it up. Null when it is unknown, used or over. */
    async take(purpose: Row['purpose'], token: string, now: number): Promise<Pick<Row, 'userId' | 'details'> | null> {
      const isIt = and(eq(oneTimeTokens.purpose, purpose), eq(oneTimeTokens.tokenHash, tokenHash(token)));
      const [taken] = await db
        .delete(oneTimeTokens)
        .where(and(isIt, gt(oneTimeTokens.expiresAt, now)))
        .returning({ userId: oneTimeTokens.userId, details: oneTimeTokens.details });
      return taken ?? null;
    },
  };
}
export type OneTimeTokens = ReturnType<typeof oneTimeTokensStore>;
