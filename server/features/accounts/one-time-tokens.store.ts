import { and, eq, gt, lte } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { oneTimeTokens } from '../../db/schema/accounts.ts';
import { tokenHash } from '../../lib/token.ts';

type Row = typeof oneTimeTokens.$inferSelect;
type Meaning = Pick<Row, 'userId' | 'details'>;

export interface NewToken extends Pick<Row, 'purpose' | 'userId' | 'details' | 'createdAt' | 'expiresAt'> {
  token: string;
}

const MEANING = { userId: oneTimeTokens.userId, details: oneTimeTokens.details };

const alive = (purpose: Row['purpose'], token: string, now: number) =>
  and(
    eq(oneTimeTokens.purpose, purpose),
    eq(oneTimeTokens.tokenHash, tokenHash(token)),
    gt(oneTimeTokens.expiresAt, now),
  );

/** Single-use tokens. Not bound to an owner: their holder may not be signed in. */
export function oneTimeTokensStore(db: Db) {
  return {
    /** Also deletes expired ones of this purpose. */
    async add({ token, ...row }: NewToken): Promise<void> {
      const over = and(eq(oneTimeTokens.purpose, row.purpose), lte(oneTimeTokens.expiresAt, row.createdAt));
      await db.delete(oneTimeTokens).where(over);
      await db.insert(oneTimeTokens).values({ ...row, tokenHash: tokenHash(token) });
    },
    /** Without using it up. Null when it is unknown, used or expired. */
    async find(...token: Parameters<typeof alive>): Promise<Meaning | null> {
      const [found] = await db
        .select(MEANING)
        .from(oneTimeTokens)
        .where(alive(...token));
      return found ?? null;
    },
    /** Uses it up. Null when it is unknown, used or expired. */
    async take(...token: Parameters<typeof alive>): Promise<Meaning | null> {
      const [taken] = await db
        .delete(oneTimeTokens)
        .where(alive(...token))
        .returning(MEANING);
      return taken ?? null;
    },
  };
}
export type OneTimeTokens = ReturnType<typeof oneTimeTokensStore>;
