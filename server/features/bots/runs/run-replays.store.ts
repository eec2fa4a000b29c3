import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { StoredReplay } from '#contracts/bot-trust.ts';
import { DAY } from '#contracts/rules/time.ts';
import type { Db } from '../../../db/database.ts';
import { botRuns } from '../../../db/schema/bots.ts';
import type { BotRow } from '../bots.store.ts';
import type { RunRef, RunRow } from './runs.store.ts';

const main = (userId: string, botId: string) =>
  and(eq(botRuns.userId, userId), eq(botRuns.botId, botId), eq(botRuns.ordinal, 0));

/** How long a run has been at work: until its stop, or now. */
const lasted = (now: number) => sql`coalesce(${botRuns.stoppedAt}, ${now}) - ${botRuns.createdAt}`;

/** When its own time begins, UTC epoch ms; null before that. A basket or a signal bot begins as it is started. */
export function ownTimeSince(
  { plan, startAt }: Pick<BotRow, 'plan' | 'startAt'>,
  { begunAt, createdAt }: RunRow,
): number | null {
  const isAtOnce = plan.type === 'basket' || (plan.type === 'signal' && startAt === null);
  return isAtOnce ? createdAt : begunAt;
}

/** Replays of runs: what they did by their rules over their own time. */
export const runReplays = (db: Db) => ({
  /** runs older than a day whose replay is as old, or was made before they stopped. */
  trustDue: (now: number): Promise<RunRef[]> =>
    db
      .select({ userId: botRuns.userId, runId: botRuns.id })
      .from(botRuns)
      .where(
        and(
          sql`${lasted(now)} >= ${DAY}`,
          or(
            isNull(botRuns.trustAt),
            and(isNull(botRuns.stoppedAt), lt(botRuns.trustAt, now - DAY)),
            lt(botRuns.trustAt, botRuns.stoppedAt),
          ),
        ),
      ),
  /** twins that were last run before this time, UTC epoch ms. */
  twinsDue: (before: number): Promise<RunRef[]> =>
    db
      .select({ userId: botRuns.userId, runId: botRuns.id })
      .from(botRuns)
      .where(and(isNotNull(botRuns.twinAt), lt(botRuns.twinAt, before))),
  keepTrust: async ({ userId, runId }: RunRef, trust: StoredReplay, trustAt: number): Promise<void> => {
    await db
      .update(botRuns)
      .set({ trust, trustAt })
      .where(and(eq(botRuns.userId, userId), eq(botRuns.id, runId)));
  },
  /** Unless it was ended meanwhile. */
  keepTwin: async ({ userId, runId }: RunRef, twin: StoredReplay, twinAt: number): Promise<void> => {
    await db
      .update(botRuns)
      .set({ twin, twinAt })
      .where(and(eq(botRuns.userId, userId), eq(botRuns.id, runId), isNotNull(botRuns.twinAt)));
  },
  /** An existing one is kept as it is. */
  startTwin: async (userId: string, botId: string): Promise<void> => {
    await db
      .update(botRuns)
      .set({ twinAt: 0 })
      .where(and(main(userId, botId), isNull(botRuns.twinAt)));
  },
  endTwin: async (userId: string, botId: string): Promise<void> => {
    await db.update(botRuns).set({ twin: null, twinAt: null }).where(main(userId, botId));
  },
});
