import { createHash } from 'node:crypto';
import type { SecretPurpose } from '#contracts/audit.ts';
import { HOUR, MINUTE } from '#contracts/rules/time.ts';
import type { Db } from '../db/database.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { type SecretOf, secretUsesStore, TWO_FACTOR, type UseRow } from './secret-uses.store.ts';

const LOOK_EVERY = MINUTE;

interface Use extends SecretOf {
  purpose: SecretPurpose;
}
type Entry = Omit<UseRow, 'seq' | 'hash'>;
type Count = Pick<Entry, 'count' | 'firstAt' | 'lastAt'>;

/** One hour of uses of a secret for one purpose in this process. */
interface Hour {
  use: Use;
  hour: number;
  /** Resolves when the first use is stored. */
  written: Promise<void>;
  /** Further uses, stored when the hour is over. */
  more: Count | null;
}

const chainOf = ({ userId, secret }: SecretOf) => `${userId} ${secret}`;
const nameOf = (use: Use) => `${chainOf(use)} ${use.purpose}`;

function hashOf({ userId, secret, seq, purpose, count, firstAt, lastAt }: Omit<UseRow, 'hash'>, before: Buffer | null) {
  const hash = createHash('sha256').update(before ?? Buffer.alloc(32));
  return hash.update(JSON.stringify([userId, secret, seq, purpose, count, firstAt, lastAt])).digest();
}

/** Links each entry to the newest row of its secret's chain. A fixed order avoids deadlocks between processes. */
function chained(entries: readonly Entry[], newest: readonly UseRow[]): UseRow[] {
  const ends = new Map(newest.map((row) => [chainOf(row), row]));
  const rows = entries.map((entry) => {
    const before = ends.get(chainOf(entry));
    const place = { ...entry, seq: (before?.seq ?? 0) + 1 };
    const row = { ...place, hash: hashOf(place, before?.hash ?? null) };
    ends.set(chainOf(entry), row);
    return row;
  });
  return rows.toSorted((one, other) => (chainOf(one) < chainOf(other) ? -1 : 1));
}

/** Entries that arrive while a batch is being written form the next batch. */
function batchWriter(db: Db) {
  const store = secretUsesStore(db);
  let last: Promise<unknown> = Promise.resolve();
  let next: { entries: Entry[]; done: Promise<void> } | null = null;

  async function append(entries: readonly Entry[]): Promise<void> {
    while (!(await store.add(chained(entries, await store.newest(entries)))));
  }

  return (entries: readonly Entry[]): Promise<void> => {
    if (next) {
      next.entries.push(...entries);
      return next.done;
    }
    const batch = { entries: [...entries] };
    const begin = () => {
      next = null;
      return append(batch.entries);
    };
    const done = last.then(begin, begin);
    next = { ...batch, done };
    last = done;
    return done;
  };
}

const restOf = ({ use, more }: Hour): Entry[] => (more ? [{ ...use, ...more }] : []);

/**
 * S-33: every use of a stored secret, by secret, purpose and hour. The first use of an hour is stored before the secret
 * is opened; the number of further uses follows when the hour is over or the process stops.
 */
export function createSecretUses({ db, clock, log }: { db: Db; clock: Clock; log: Log }) {
  const write = batchWriter(db);
  const hours = new Map<string, Hour>();
  const hourNow = () => Math.floor(clock() / HOUR);

  function begin(use: Use, before: Hour | undefined): Hour {
    const now = clock();
    const entries = [...(before ? restOf(before) : []), { ...use, count: 1, firstAt: now, lastAt: now }];
    const name = nameOf(use);
    const written = write(entries).catch((error: unknown) => {
      if (before) hours.set(name, before);
      else hours.delete(name);
      throw error;
    });
    const started = { use, hour: hourNow(), written, more: null };
    hours.set(name, started);
    return started;
  }

  async function close(over: (hour: Hour) => boolean): Promise<void> {
    const closed = [...hours].filter(([, hour]) => over(hour));
    for (const [name] of closed) hours.delete(name);
    const entries = closed.flatMap(([, hour]) => restOf(hour));
    if (entries.length === 0) return;
    try {
      await write(entries);
    } catch (error) {
      log.error({ err: error }, 'uses of secrets were not written');
      for (const [name, hour] of closed) if (!hours.has(name)) hours.set(name, hour);
    }
  }
  const looking = setInterval(() => void close(({ hour }) => hour !== hourNow()), LOOK_EVERY).unref();

  function note(use: Use): Promise<void> {
    const known = hours.get(nameOf(use));
    if (known?.hour !== hourNow()) return begin(use, known).written;
    const now = clock();
    const { count, firstAt } = known.more ?? { count: 0, firstAt: now };
    known.more = { count: count + 1, firstAt, lastAt: now };
    return known.written;
  }

  return {
    /** Call before opening a key's secret; throws when the use cannot be stored. */
    keyUse: ({ userId, id }: { userId: string; id: string }, purpose: SecretPurpose): Promise<void> =>
      note({ userId, secret: id, purpose }),
    /** Call before opening the secret of an authenticator app. */
    codeUse: (userId: string): Promise<void> => note({ userId, secret: TWO_FACTOR, purpose: 'code' }),
    /** The account was deleted. */
    forget(userId: string): void {
      for (const [name, { use }] of hours) if (use.userId === userId) hours.delete(name);
    },
    async stop(): Promise<void> {
      clearInterval(looking);
      await close(() => true);
    },
  };
}

/** Whether every chain verifies without gaps. */
export async function areUsesIntact(db: Db, userId: string): Promise<boolean> {
  let before: UseRow | null = null;
  for await (const row of secretUsesStore(db).chains(userId)) {
    const last: UseRow | null = before?.secret === row.secret ? before : null;
    if (row.seq !== (last?.seq ?? 0) + 1 || !hashOf(row, last?.hash ?? null).equals(row.hash)) return false;
    before = row;
  }
  return true;
}
