import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { backoff, jittered } from '#contracts/rules/backoff.ts';
import * as schema from './schema/index.ts';

interface DatabaseOptions {
  max?: number;
  /** Null where a connection must not be replaced by a new one as long as it lives. */
  lifetime?: null;
  /** PostgreSQL's own, set for each connection. */
  parameters?: Record<string, number>;
}

/**
 * Seconds until a connection is opened again. The driver counts the failures of all connections together: its own pause
 * was 20 s as soon as a pool of ten had failed once.
 */
const reconnectAfter = (failures: number): number =>
  jittered(backoff(failures + 1, { min: 0.01, max: 1, factor: 3 }), [0.5, 1]);

/**
 * PostgreSQL's estimate for reading a random page, where a sequential one costs 1. Its default of 4 assumes spinning disks; with
 * it, a plan for the given values often looked cheaper than the kept one, and the statement was planned again for each request.
 */
const PAGE_COST = 1.1;

/** One pool for the process. Statements are prepared by the driver; numeric and bigint come back as text. */
export function openDatabase(url: string, { max = 10, lifetime, parameters }: DatabaseOptions = {}) {
  const sql = postgres(url, {
    max,
    onnotice: () => {},
    idle_timeout: 0,
    connect_timeout: 10,
    backoff: reconnectAfter,
    ...(lifetime === null && { max_lifetime: null }),
    connection: { random_page_cost: PAGE_COST, ...parameters },
  });
  const db = drizzle(sql, { schema, casing: 'snake_case' });
  return { db, sql, close: () => sql.end({ timeout: 5 }) };
}

export type Database = ReturnType<typeof openDatabase>;
export type Db = Database['db'];
/** A transaction takes the same queries. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
export type DbOrTx = Db | Tx;

const UNIQUE_VIOLATION = '23505';

/** Whether a row of that key was there already. */
export function isDuplicate(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && at.code === UNIQUE_VIOLATION) return true;
  return false;
}
