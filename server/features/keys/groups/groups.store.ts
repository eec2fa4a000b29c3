import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import type { Db, Tx } from '../../../db/database.ts';
import { users } from '../../../db/schema/accounts.ts';
import { botRuns } from '../../../db/schema/bots.ts';
import { keys } from '../../../db/schema/keys.ts';
import { positions } from '../../../db/schema/orders.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { Changes, Rule } from './group-rules.ts';

/** Drops the secret and the API key; the same key may be added again under another id. */
const gone = (id: string, now: number) => ({
  deletedAt: now,
  active: false,
  inProcess: false,
  repeatOutside: false,
  mainKeyId: null,
  groupName: '',
  apiKey: `deleted ${id}`,
  sealedSecret: Buffer.alloc(0),
});

const BOT_WORKS = 'A bot began to work with this key meanwhile. Stop it first.';
const ORDERED = 'Something was ordered with this key meanwhile. Look again.';

/** A deal is written, and a bot begins, under the same lock on the account. */
async function refuseWhileOpen(tx: Tx, owner: string, keyId: string): Promise<void> {
  const open = and(eq(positions.userId, owner), eq(positions.keyId, keyId), isNull(positions.endedAt));
  const found = await tx.select({ id: positions.id }).from(positions).where(open).limit(1);
  if (found.length > 0) throw new Refusal('conflict', ORDERED);
  const works = and(eq(botRuns.userId, owner), eq(botRuns.keyId, keyId), ne(botRuns.state, 'stopped'));
  const runs = await tx.select({ id: botRuns.id }).from(botRuns).where(works).limit(1);
  if (runs.length > 0) throw new Refusal('conflict', BOT_WORKS);
}

/** One active key per market: the previous one is deactivated first. */
const inOrder = ({ set }: Changes) =>
  [...set].toSorted(([, one], [, other]) => Number(one.active === true) - Number(other.active === true));

/** A user's key groups, changed under a lock on the account, so that concurrent changes are serialized. */
export function groupsStore(db: Db, owner: string) {
  const held = and(eq(keys.userId, owner), isNull(keys.deletedAt));
  return {
    /** The changes that the rule would make; throws its refusal. */
    async plan(rule: Rule): Promise<Changes> {
      return rule(await db.select().from(keys).where(held).orderBy(asc(keys.createdAt), asc(keys.id)));
    },
    change: (rule: Rule, now: number): Promise<Changes> =>
      db.transaction(async (tx) => {
        await tx.select({ id: users.userId }).from(users).where(eq(users.userId, owner)).for('update');
        const changes = rule(await tx.select().from(keys).where(held).orderBy(asc(keys.createdAt), asc(keys.id)));
        if (changes.removed) await refuseWhileOpen(tx, owner, changes.removed);
        const one = (id: string) => and(held, eq(keys.id, id));
        const write = (id: string, set: Partial<typeof keys.$inferInsert>) => tx.update(keys).set(set).where(one(id));
        // First, so that its place as the active key is free.
        if (changes.removed) await write(changes.removed, gone(changes.removed, now));
        for (const [id, set] of inOrder(changes)) {
          const outside = set.repeatOutside === false ? { repeatOutsideSince: null } : {};
          if (id !== changes.removed && Object.keys(set).length > 0) await write(id, { ...set, ...outside });
        }
        return changes;
      }),
  };
}
