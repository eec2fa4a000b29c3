import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

type Owned = Record<'userId', PgColumn>;

/**
 * The same owner, said so that PostgreSQL concludes nothing from it: of plain equalities it concludes that each table is
 * about one person, and reads all that the person has of one for each row of another where it expects few, as while a
 * table has no statistics. Indexes are used as with an equality.
 */
export const isOwnerOf = (one: Owned, other: Owned): SQL => sql`${one.userId} = any(array[${other.userId}])`;
