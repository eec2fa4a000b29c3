import { eq, getTableColumns, is } from 'drizzle-orm';
import { type PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/database.ts';
import * as schema from '../../../db/schema/index.ts';

const ownerColumn = (table: PgTable): PgColumn | undefined =>
  (getTableColumns(table) as Record<string, PgColumn>)['userId'];

/** Every table with an owner. The account is deleted first, so that those waiting for its lock find it gone. */
const owned = [schema.users, ...Object.values(schema)]
  .filter((one) => is(one, PgTable))
  .flatMap((table) => {
    const userId = ownerColumn(table);
    return userId ? [{ table, userId }] : [];
  });

/** Deletes all of a user's rows, or none. */
export const erase = (db: Db, owner: string): Promise<void> =>
  db.transaction(async (tx) => {
    for (const { table, userId } of owned) await tx.delete(table).where(eq(userId, owner));
  });
