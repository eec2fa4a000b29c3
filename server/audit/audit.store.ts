import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { AuditDetails, AuditKind } from '#contracts/audit.ts';
import type { Db, Tx } from '../db/database.ts';
import { prepared, within } from '../db/prepared.ts';
import { auditEvents } from '../db/schema/audit.ts';

export interface AuditRow {
  seq: number;
  kind: AuditKind;
  details: AuditDetails;
  at: number;
  hash: Buffer;
}

const rows = (found: (typeof auditEvents.$inferSelect)[]) => found as unknown as AuditRow[];

const given = sql.placeholder;

/** Of every event. */
const statements = prepared((db) => {
  const { userId, seq } = auditEvents;
  const row = {
    userId: given('userId'),
    seq: given('seq'),
    kind: given('kind'),
    details: given('details'),
    at: given('at'),
    hash: given('hash'),
  };
  return {
    last: db
      .select()
      .from(auditEvents)
      .where(eq(userId, given('userId')))
      .orderBy(desc(seq))
      .limit(1)
      .prepare('last_audit_event'),
    add: db.insert(auditEvents).values(row).onConflictDoNothing().returning({ seq }).prepare('add_audit_event'),
  };
});

/** A user's audit log: append-only. */
export function auditStore(db: Db, owner: string) {
  const mine = eq(auditEvents.userId, owner);
  const read = () => db.select().from(auditEvents).where(mine).$dynamic();
  return {
    async last(): Promise<AuditRow | null> {
      const [row] = rows(await statements(db).last.execute({ userId: owner }));
      return row ?? null;
    },
    /** The newest event of these kinds with these details. */
    async latest(kinds: readonly AuditKind[], details: AuditDetails): Promise<AuditRow | null> {
      const holds = sql`${auditEvents.details} @> ${JSON.stringify(details)}::jsonb`;
      const found = db
        .select()
        .from(auditEvents)
        .where(and(mine, inArray(auditEvents.kind, [...kinds]), holds));
      const [row] = rows(await found.orderBy(desc(auditEvents.seq)).limit(1));
      return row ?? null;
    },
    all: async (): Promise<AuditRow[]> => rows(await read().orderBy(asc(auditEvents.seq))),
    /** Newest first. */
    async page({ page, size }: { page: number; size: number }) {
      const [total] = await db.select({ of: count() }).from(auditEvents).where(mine);
      const found = await read()
        .orderBy(desc(auditEvents.seq))
        .limit(size)
        .offset(page * size);
      return { rows: rows(found), total: total?.of ?? 0 };
    },
    /** Inserts the event and runs `also` in one transaction. False when a concurrent event took this position first. */
    async add(row: AuditRow, also: ((tx: Tx) => Promise<void>) | null): Promise<boolean> {
      const { add } = statements(db);
      const values = { ...row, userId: owner };
      if (also === null) return (await add.execute(values)).length === 1;
      return db.transaction(async (tx) => {
        const added = await within(tx, add).execute(values);
        if (added.length === 1) await also(tx);
        return added.length === 1;
      });
    },
  };
}
