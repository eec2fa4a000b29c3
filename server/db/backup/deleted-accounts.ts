import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { MINUTE } from '#contracts/rules/time.ts';
import * as z from 'zod/mini';
import type { Clock } from '../../lib/clock.ts';

/** What a request in progress wrote after the deletion is erased by then: a backup of that time holds it still. */
const LATE = MINUTE;

const DeletedAccounts = z.object({
  /** Deletions before this time are not in the list, UTC epoch ms. */
  since: z.number(),
  accounts: z.array(z.object({ userId: z.uuid(), at: z.number() })),
});
type DeletedAccounts = z.infer<typeof DeletedAccounts>;

const fileIn = (dataDir: string): string => join(dataDir, 'deleted-accounts.json');

const absentAsNull = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null;
  throw error;
};

/** Null where no deletion and no backup was noted yet, or where the list is damaged. */
export async function readDeletedAccounts(dataDir: string): Promise<DeletedAccounts | null> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(absentAsNull);
  if (text === null) return null;
  try {
    return z.parse(DeletedAccounts, JSON.parse(text));
  } catch {
    return null;
  }
}

async function synced(path: string, flags: string, text?: string): Promise<void> {
  const opened = await open(path, flags, 0o600);
  try {
    if (text !== undefined) await opened.writeFile(text);
    await opened.sync();
  } finally {
    await opened.close();
  }
}

async function write(dataDir: string, kept: DeletedAccounts): Promise<void> {
  const file = fileIn(dataDir);
  await synced(`${file}.part`, 'w', JSON.stringify(kept));
  await rename(`${file}.part`, file);
  await synced(dataDir, 'r');
}

const without = (kept: DeletedAccounts, userId: string) => kept.accounts.filter((one) => one.userId !== userId);

/** E-04: the accounts that were deleted while a kept backup may hold them. Only their ids are stored, outside of the database. */
export function deletedAccounts({ dataDir, clock }: { dataDir: string; clock: Clock }) {
  let last: Promise<void> = Promise.resolve();

  async function changed(to: (kept: DeletedAccounts) => DeletedAccounts): Promise<void> {
    const kept = await readDeletedAccounts(dataDir);
    await write(dataDir, to(kept ?? { since: clock(), accounts: [] }));
  }

  /** One change after another. */
  function change(to: (kept: DeletedAccounts) => DeletedAccounts): Promise<void> {
    const mine = last.then(() => changed(to));
    last = mine.catch(() => {});
    return mine;
  }

  return {
    begin: (): Promise<void> => change((kept) => kept),
    note: (userId: string): Promise<void> =>
      change((kept) => ({ ...kept, accounts: [...without(kept, userId), { userId, at: clock() }] })),
    /** The account was not deleted after all. */
    takeBack: (userId: string): Promise<void> => change((kept) => ({ ...kept, accounts: without(kept, userId) })),
    /** Forgets those that no backup from this time on can hold. */
    keepSince: (oldest: number): Promise<void> =>
      change(({ since, accounts }) => ({
        since: Math.max(since, oldest),
        accounts: accounts.filter(({ at }) => at + LATE >= oldest),
      })),
  };
}
