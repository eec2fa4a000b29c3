import { eq, isNotNull, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Db } from '../db/database.ts';
import { lossLimits, users } from '../db/schema/accounts.ts';
import { switches } from '../db/schema/audit.ts';

const SITE = 'trading';
const PERSON = 'trading/';
/** The scope of a loss limit that is about all keys. */
export const ACCOUNT = 'account';

/** EX-12: a limit that is reached; `keyId` null is the whole account. */
export interface ReachedLoss {
  keyId: string | null;
  kind: 'day' | 'fall';
}

/** The switched-off site, the users switched off and by whom, and those whose loss limit is reached. */
export interface SwitchedOff {
  site: boolean;
  byOperator: ReadonlySet<string>;
  byThemselves: ReadonlySet<string>;
  reached: ReadonlyMap<string, readonly ReachedLoss[]>;
}

type Row = { name: string; by: 'operator' | 'own' | 'day' | 'fall'; scope: string };

const reachedOf = ({ by, scope }: Row): ReachedLoss => ({
  keyId: scope === ACCOUNT ? null : scope,
  kind: by === 'fall' ? 'fall' : 'day',
});

/** Kill switches. Not bound to an owner: read for all users at once, every second. */
export function tradingStore(db: Db) {
  const by = (what: Row['by']) => sql<Row['by']>`${sql.raw(`'${what}'`)}`;
  const none = sql<string>`''`;
  const operators = db.select({ name: switches.name, by: by('operator'), scope: none }).from(switches);
  const own = db.select({ name: sql<string>`${users.userId}::text`, by: by('own'), scope: none }).from(users);
  const { kind, scope, reachedAt } = lossLimits;
  const kindOf = sql<Row['by']>`case when ${kind} = 'fall-percent' then 'fall' else 'day' end`;
  const lost = db.select({ name: sql<string>`${lossLimits.userId}::text`, by: kindOf, scope }).from(lossLimits);
  const switchedOff = unionAll(
    operators.where(eq(switches.on, false)),
    own.where(eq(users.tradingOff, true)),
    lost.where(isNotNull(reachedAt)),
  ).prepare('switched_off');

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
      const names = (of: Row['by']): string[] => rows.filter((row) => row.by === of).map(({ name }) => name);
      const operator = names('operator');
      const people = operator.filter((name) => name.startsWith(PERSON)).map((name) => name.slice(PERSON.length));
      const reached = Map.groupBy(
        rows.filter((row) => row.by === 'day' || row.by === 'fall'),
        ({ name }) => name,
      );
      return {
        site: operator.includes(SITE),
        byOperator: new Set(people),
        byThemselves: new Set(names('own')),
        reached: new Map([...reached].map(([name, all]) => [name, all.map(reachedOf)])),
      };
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
