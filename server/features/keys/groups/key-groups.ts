import type { Db } from '../../../db/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Changes, Rule } from './group-rules.ts';
import { groupsStore } from './groups.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  changed: (userId: string) => void;
}

/** Changes a user's key groups. */
export const keyGroups = ({ db, clock, changed }: Deps) => ({
  /** The changes that a rule would make; throws its refusal. */
  plan: (userId: string, rule: Rule): Promise<Changes> => groupsStore(db, userId).plan(rule),
  async change(userId: string, rule: Rule): Promise<void> {
    await groupsStore(db, userId).change(rule, clock());
    changed(userId);
  },
});
