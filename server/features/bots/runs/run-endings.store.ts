import { and, eq, ne } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { botRuns } from '../../../db/schema/bots.ts';
import { refusalOf } from '../../../domain/strategies/rounds/ending-orders.ts';
import { addLog } from '../bot-log.store.ts';
import type { RunRef, RunRow } from './runs.store.ts';

const REFUSED = 'Its last order was refused:';

/** Why it ends, without what the exchange refuses meanwhile. */
export function whyItEnds({ reason }: Pick<RunRow, 'reason'>): string | null {
  const why = reason?.split(REFUSED)[0]?.trimEnd() ?? '';
  return why === '' ? null : why;
}

/** C-9: what an owner is told, and may decide, while the exchange refuses to sell what a run that ends has. */
export const runEndings = (db: Db) => ({
  /** What runs of a bot have not traded yet at their end, they keep. */
  async keepCoins({ userId, botId }: Pick<RunRow, 'userId' | 'botId'>, now: number): Promise<RunRef[]> {
    const text = 'It keeps what it has: nothing more is sold or bought back.';
    return db.transaction(async (tx) => {
      const kept = await tx
        .update(botRuns)
        .set({ ending: 'keep', dueAt: now })
        .where(
          and(
            eq(botRuns.userId, userId),
            eq(botRuns.botId, botId),
            eq(botRuns.state, 'stopping'),
            ne(botRuns.ending, 'keep'),
          ),
        )
        .returning({ userId: botRuns.userId, id: botRuns.id, botId: botRuns.botId });
      for (const run of kept) await addLog(tx, run, { text, now });
      return kept.map(({ id: runId }) => ({ userId, runId }));
    });
  },
  /** True where its reason has changed. */
  async recordRefusal(run: RunRow, orders: Parameters<typeof refusalOf>[0], now: number): Promise<boolean> {
    if (run.state !== 'stopping') return false;
    const refusal = refusalOf(orders);
    const why = whyItEnds(run);
    const text = `${REFUSED} ${refusal} It is tried again.`;
    const reason = refusal === null ? why : [why, text].filter((part) => part !== null).join(' ');
    if (reason === run.reason) return false;
    const { userId, id } = run;
    return db.transaction(async (tx) => {
      const changed = await tx
        .update(botRuns)
        .set({ reason })
        .where(and(eq(botRuns.userId, userId), eq(botRuns.id, id), eq(botRuns.state, 'stopping')))
        .returning({ id: botRuns.id });
      if (changed.length === 0) return false;
      // It is said once, however often it is refused.
      if (refusal !== null && why === run.reason) await addLog(tx, run, { text, now });
      return true;
    });
  },
});
export type RunEndings = ReturnType<typeof runEndings>;
