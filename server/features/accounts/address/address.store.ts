import { and, desc, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Db, Tx } from '../../../db/database.ts';
import { oneTimeTokens, users } from '../../../db/schema/accounts.ts';
import { otherAccessStore, type Removed } from './other-access.store.ts';

/** The codes and links of so many latest mails are valid. */
const VALID = 3;

interface Mailed {
  email: string;
  /** Hashes of the code and of the link. */
  hashes: readonly Buffer[];
  now: number;
  expiresAt: number;
}

/** The first verification of an address, in the transaction of its proof. Null when it was verified before. */
export async function firstProof(
  tx: Tx,
  owner: string,
  { now, sessionId }: { now: number; sessionId: string | null },
): Promise<Removed | null> {
  const isFirst = and(eq(users.userId, owner), isNull(users.emailVerifiedAt));
  const proven = await tx.update(users).set({ emailVerifiedAt: now }).where(isFirst).returning({ id: users.userId });
  if (proven.length === 0) return null;
  return otherAccessStore(tx, owner).remove({ sessionId, ways: [] });
}

/** A user's address, and the mailed codes and links that verify it. */
export function addressStore(db: Db, owner: string) {
  const isMine = and(eq(oneTimeTokens.userId, owner), eq(oneTimeTokens.purpose, 'mail'));
  return {
    async read() {
      const { email, emailKey, emailVerifiedAt: provenAt } = users;
      const [found] = await db.select({ email, emailKey, provenAt }).from(users).where(eq(users.userId, owner));
      return found ?? null;
    },
    /** Stores a mail's code and link; those of the latest mails stay valid. */
    keep: ({ email, hashes, now, expiresAt }: Mailed): Promise<void> =>
      db.transaction(async (tx) => {
        await tx.select({ id: users.userId }).from(users).where(eq(users.userId, owner)).for('update');
        const before = await tx
          .select({ tokenHash: oneTimeTokens.tokenHash })
          .from(oneTimeTokens)
          .where(isMine)
          .orderBy(desc(oneTimeTokens.createdAt));
        const tooOld = before.slice((VALID - 1) * hashes.length).map(({ tokenHash }) => tokenHash);
        if (tooOld.length > 0) await tx.delete(oneTimeTokens).where(inArray(oneTimeTokens.tokenHash, tooOld));
        const row = { userId: owner, purpose: 'mail' as const, details: { email }, createdAt: now, expiresAt };
        await tx.insert(oneTimeTokens).values(hashes.map((tokenHash) => ({ ...row, tokenHash })));
      }),
    /** The sessions that ended; null when the code or link is not valid. */
    prove: (tokenHash: Buffer, { now, sessionId }: { now: number; sessionId: string }) =>
      db.transaction(async (tx): Promise<{ removed: Removed | null } | null> => {
        const [used] = await tx
          .delete(oneTimeTokens)
          .where(and(isMine, eq(oneTimeTokens.tokenHash, tokenHash), gt(oneTimeTokens.expiresAt, now)))
          .returning({ details: oneTimeTokens.details });
        if (!used) return null;
        return { removed: await firstProof(tx, owner, { now, sessionId }) };
      }),
    /** Google confirms this address: a password set before stops working. */
    proveByGoogle: (emailKey: string, now: number) =>
      db.transaction(async (tx): Promise<Removed | null> => {
        const isOwn = and(eq(users.userId, owner), eq(users.emailKey, emailKey), isNull(users.emailVerifiedAt));
        const own = await tx.update(users).set({ passwordHash: null }).where(isOwn).returning({ id: users.userId });
        return own.length === 0 ? null : firstProof(tx, owner, { now, sessionId: null });
      }),
  };
}
