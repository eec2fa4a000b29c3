import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { siteSecrets } from '../../db/schema/runtime.ts';

export type SecretRow = typeof siteSecrets.$inferSelect;

export function siteSecretsStore(db: Db) {
  const { name, dataKey } = siteSecrets;
  return {
    async byName(wanted: string): Promise<SecretRow | null> {
      const [row] = await db.select().from(siteSecrets).where(eq(name, wanted));
      return row ?? null;
    },
    all: (): Promise<SecretRow[]> => db.select().from(siteSecrets),
    /** Of several processes the first one stores it. */
    async add(row: SecretRow): Promise<void> {
      await db.insert(siteSecrets).values(row).onConflictDoNothing();
    },
    /** Unless it was replaced since it was read. */
    async remove(row: SecretRow): Promise<void> {
      await db.delete(siteSecrets).where(and(eq(name, row.name), eq(dataKey, row.dataKey)));
    },
    async rewrap(row: SecretRow, wrapped: Pick<SecretRow, 'dataKey' | 'masterKeyId'>): Promise<void> {
      await db
        .update(siteSecrets)
        .set({ dataKey: wrapped.dataKey, masterKeyId: wrapped.masterKeyId })
        .where(and(eq(name, row.name), eq(dataKey, row.dataKey)));
    },
  };
}
