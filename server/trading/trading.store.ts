import { eq, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { switches } from '../db/schema/audit.ts';

const SITE = 'trading';
const PERSON = 'trading/';

/** The switched-off site, and the users switched off and by whom. */
export interface SwitchedOff {
  site: boolean;
  byOperator: ReadonlySet<string>;
  byThemselves: ReadonlySet<string>;
}

/** Kill switches. Not bound to an owner: read for all users at once, every second. */
export function tradingStore(db: Db) {
  const operators = db.select({ name: switches.name, byThemselves: sql<boolean>`false` }).from(switches);
  const own = db.select({ name: sql<string>`${users.userId}::text`, byThemselves: sql<boolean>`true` }).from(users);
  const switchedOff = unionAll(operators.where(eq(switches.on, false)), own.where(eq(users.tradingOff, true))).prepare(
    'switched_off',
  );

  const set = async (name: string, on: boolean, changedAt: number): Promise<void> => {
    const change = { on, changedAt };
    await db
      .insert(switches)
      .values({ name, ...change })
      .onConflictDoUpdate({ target: switches.name, set: change });
  };

  return {
    async read(): Promise<SwitchedOff> {
      const rows = await switchedOff.execute();
      const names = rows.filter(({ byThemselves }) => !byThemselves).map(({ name }) => name);
      const people = names.filter((name) => name.startsWith(PERSON)).map((name) => name.slice(PERSON.length));
      const themselves = rows.filter(({ byThemselves }) => byThemselves).map(({ name }) => name);
      return { site: names.includes(SITE), byOperator: new Set(people), byThemselves: new Set(themselves) };
    },
    switchSite: (on: boolean, at: number) => set(SITE, on, at),
    /** The operator's switch, which the user cannot undo. */
    switchPerson: (userId: string, on: boolean, at: number) => set(`${PERSON}${userId}`, on, at),
    /** Removes the operator's switch with the account. */
    async forget(userId: string): Promise<void> {
      await db.delete(switches).where(eq(switches.name, `${PERSON}${userId}`));
    },
    async switchOwn(userId: string, on: boolean): Promise<void> {
      await db.update(users).set({ tradingOff: !on }).where(eq(users.userId, userId));
    },
    async personByEmail(email: string): Promise<string | null> {
      const [user] = await db
        .select({ userId: users.userId })
        .from(users)
        .where(eq(users.emailKey, email.trim().toLowerCase()));
      return user?.userId ?? null;
    },
  };
}
export type TradingStore = ReturnType<typeof tradingStore>;
