import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type Db, openDatabase } from '../../db/database.ts';
import { paperExchange } from '../../db/schema/paper.ts';

/** The token with which processes that share this database open paper accounts: made once. */
export async function paperServiceToken(db: Db): Promise<string> {
  const made = randomBytes(32).toString('base64url');
  const [row] = await db
    .insert(paperExchange)
    .values({ id: 1, epoch: 0, serviceToken: made })
    .onConflictDoUpdate({
      target: paperExchange.id,
      set: { serviceToken: sql`coalesce(${paperExchange.serviceToken}, ${made})` },
    })
    .returning({ token: paperExchange.serviceToken });
  if (!row?.token) throw new Error('The token of the paper exchange was not stored.');
  return row.token;
}

/** Of all advisory locks of the database, the paper exchange's. */
const LOCK = 7_261_500;
/** The database notices within this time that a process on another machine is gone. */
const TRIES = 10;
const EVERY_MS = 1000;
const KEEPALIVE = { tcp_keepalives_idle: 3, tcp_keepalives_interval: 2, tcp_keepalives_count: 2 };

/**
 * One paper exchange at a time on a database, for as long as this connection lives. Throws a sentence for the operator
 * where another one runs.
 */
export async function lockPaperExchange(url: string): Promise<() => Promise<void>> {
  const { sql: connection, close } = openDatabase(url, { max: 1, lifetime: null, parameters: KEEPALIVE });
  for (let tries = 1; ; tries += 1) {
    const [row] = await connection<{ locked: boolean }[]>`select pg_try_advisory_lock(${LOCK}) as locked`;
    if (row?.locked) return close;
    if (tries < TRIES) await sleep(EVERY_MS);
    else {
      await close();
      throw new Error('Another process runs the paper exchange on this database already: one database has one.');
    }
  }
}
