import { and, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm';
import type { Db, Tx } from '../../../db/database.ts';
import { users } from '../../../db/schema/accounts.ts';
import { recoveryCodesStore } from './recovery-codes.store.ts';

const ID = { userId: users.userId };
const NONE = { twoFactorEndsAt: null, twoFactorEndNear: null };

/** A user's pending removal of two-factor after a reset. */
export function lostFactorStore(db: Db | Tx, owner: string) {
  const me = eq(users.userId, owner);
  return {
    async endsAt(): Promise<number | null> {
      const [found] = await db.select({ at: users.twoFactorEndsAt }).from(users).where(me);
      return found?.at ?? null;
    },
    /** False where two-factor is off, or its removal is pending already. */
    async ask(endsAt: number): Promise<boolean> {
      const isNew = and(me, isNotNull(users.totpSince), isNull(users.twoFactorEndsAt));
      const asked = { twoFactorEndsAt: endsAt, twoFactorEndNear: null };
      return (await db.update(users).set(asked).where(isNew).returning(ID)).length === 1;
    },
    /** False when none is pending. */
    async cancel(): Promise<boolean> {
      const isAsked = and(me, isNotNull(users.twoFactorEndsAt));
      return (await db.update(users).set(NONE).where(isAsked).returning(ID)).length === 1;
    },
    /** False when the second notice was sent before. */
    async noteNear(now: number): Promise<boolean> {
      const isNew = and(me, isNotNull(users.twoFactorEndsAt), isNull(users.twoFactorEndNear));
      return (await db.update(users).set({ twoFactorEndNear: now }).where(isNew).returning(ID)).length === 1;
    },
    /** False when it is not due, or done already. */
    async complete(now: number): Promise<boolean> {
      const isDue = and(me, lte(users.twoFactorEndsAt, now));
      const off = { totpSecret: null, totpSince: null, totpStep: null, ...NONE };
      if ((await db.update(users).set(off).where(isDue).returning(ID)).length === 0) return false;
      await recoveryCodesStore(db, owner).replace([]);
      return true;
    },
  };
}

/** Pending removals of all users. */
export const lostFactors = (db: Db) => ({
  async due(now: number): Promise<string[]> {
    return (await db.select(ID).from(users).where(lte(users.twoFactorEndsAt, now))).map(({ userId }) => userId);
  },
  /** Removals that take effect until `until`, without a second notice yet. */
  async near({ now, until }: { now: number; until: number }): Promise<string[]> {
    const isNear = and(
      gt(users.twoFactorEndsAt, now),
      lte(users.twoFactorEndsAt, until),
      isNull(users.twoFactorEndNear),
    );
    return (await db.select(ID).from(users).where(isNear)).map(({ userId }) => userId);
  },
});
