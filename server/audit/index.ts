import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuditDetails, AuditEvent, AuditKind } from '#contracts/audit.ts';
import type { Db, Tx } from '../db/database.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { currentRequestContext } from '../lib/request-context.ts';
import { UnderWay } from '../lib/under-way.ts';
import { auditStore, type AuditRow } from './audit.store.ts';
import { areUsesIntact, createSecretUses } from './secret-uses.ts';
import { usesByHour } from './secret-uses.store.ts';

/** Sorted by key: jsonb does not keep the order in which keys were written. */
const canonical = (details: AuditDetails): string =>
  JSON.stringify(Object.entries(details).toSorted(([one], [other]) => (one < other ? -1 : 1)));

function hashOf(userId: string, { seq, kind, details, at }: Omit<AuditRow, 'hash'>, before: Buffer | null): Buffer {
  const hash = createHash('sha256').update(before ?? Buffer.alloc(32));
  return hash.update(JSON.stringify([userId, seq, kind, at, canonical(details)])).digest();
}

/** Ends of chains that are remembered at most. */
const MANY_ENDS = 10_000;

type Listener = (userId: string, event: AuditEvent) => void;
/** What is written with events. */
interface TransactionHook {
  /** Whether this event is one of them: the others need no transaction. */
  concerns: (event: AuditEvent) => boolean;
  write: (tx: Tx, userId: string, event: AuditEvent) => Promise<void>;
}

/** Writes each account's next event. */
function appending({ db, clock }: { db: Db; clock: Clock }, hooks: readonly TransactionHook[]) {
  /** Where chains ended when this process last wrote to them. Who has written since has taken the next number. */
  const ends = new Map<string, Pick<AuditRow, 'seq' | 'hash'>>();

  function remember(userId: string, { seq, hash }: AuditRow): void {
    if (ends.size >= MANY_ENDS) ends.clear();
    ends.set(userId, { seq, hash });
  }

  return async (userId: string, kind: AuditKind, details: AuditDetails): Promise<AuditEvent> => {
    const store = auditStore(db, userId);
    for (;;) {
      const last = ends.get(userId) ?? (await store.last());
      const event = { seq: (last?.seq ?? 0) + 1, kind, details, at: clock() };
      const row = { ...event, hash: hashOf(userId, event, last?.hash ?? null) };
      const concerned = hooks.filter(({ concerns }) => concerns(event));
      const also = async (tx: Tx) => {
        for (const { write } of concerned) await write(tx, userId, event);
      };
      if (await store.add(row, concerned.length === 0 ? null : also)) {
        remember(userId, row);
        return event;
      }
      ends.delete(userId);
    }
  };
}

/** The audit log of each account: every event holds the hash of the previous one. */
export function createAudit({ db, clock, log }: { db: Db; clock: Clock; log: Log }) {
  const listeners = new Set<Listener>();
  const hooks: TransactionHook[] = [];
  const underWay = new UnderWay();

  const append = appending({ db, clock }, hooks);

  async function record(userId: string, kind: AuditKind, details: AuditDetails = {}): Promise<void> {
    const event = await append(userId, kind, { ...currentRequestContext(), ...details });
    log.info({ userId, kind, seq: event.seq }, 'audit');
    for (const listener of listeners) listener(userId, event);
  }

  return {
    /** S-33: uses of stored secrets. */
    secrets: {
      ...createSecretUses({ db, clock, log }),
      /** By hour, newest first, pages from 0. */
      hours: (userId: string, place: { page: number; size: number }) => usesByHour(db, userId, place),
      areIntact: (userId: string) => areUsesIntact(db, userId),
    },
    /** Stored before listeners are notified, with the origin of its request. `details` never hold a secret. */
    record,
    /** Records without waiting, where an answer must not be delayed; `idle` waits for all of them. */
    recordLater(...event: Parameters<typeof record>): void {
      const work = nextTurn().then(() => record(...event));
      void underWay.add(work, (error) => log.error({ err: error, kind: event[1] }, 'audit: an event was not written'));
    },
    idle: (): Promise<void> => underWay.ended(),
    /** Writes in the transaction of an event. */
    onWrite: (hook: TransactionHook): void => void hooks.push(hook),
    onRecord(listener: Listener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The newest event of these kinds with these details. */
    latest: (userId: string, kinds: readonly AuditKind[], details: AuditDetails = {}) =>
      auditStore(db, userId).latest(kinds, details),
    /** Newest first, pages from 0. */
    page: (userId: string, place: { page: number; size: number }) => auditStore(db, userId).page(place),
    /** The sequence number of the first altered event; null when the whole chain verifies. */
    async firstBroken(userId: string): Promise<number | null> {
      let before: Buffer | null = null;
      let seq = 0;
      for (const row of await auditStore(db, userId).all()) {
        seq += 1;
        if (row.seq !== seq || !hashOf(userId, row, before).equals(row.hash)) return seq;
        before = row.hash;
      }
      return null;
    },
  };
}
export type Audit = ReturnType<typeof createAudit>;
