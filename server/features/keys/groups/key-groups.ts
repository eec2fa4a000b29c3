import type { Db } from '../../../db/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Changes, Rule } from './group-rules.ts';
import { groupsStore } from './groups.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  changed: (userId: string) => void;
}

/** How a person's keys stand to each other. */
export const keyGroups = ({ db, clock, changed }: Deps) => ({
  /** What a rule would change; refuses where it may not. */
  plan: (userId: string, rule: Rule): Promise<Changes> => groupsStore(db, userId).plan(rule),
  async change(userId: string, rule: Rule): Promise<void> {
    await groupsStore(db, userId).change(rule, clock());
    changed(userId);
  },
});
