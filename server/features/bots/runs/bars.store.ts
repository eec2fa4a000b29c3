import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { botDeals } from '../../../db/schema/bot-deals.ts';
import { botRuns } from '../../../db/schema/bots.ts';
import { addLog } from '../bot-log.store.ts';
import type { RunRow } from './runs.store.ts';
import type { DealRow } from '../deals/deals.store.ts';

/** PB-5: a deal that a signal opens. */
export type SignalDeal = Pick<DealRow, 'number' | 'marketPrice' | 'signalId'> & {
  price: NonNullable<DealRow['price']>;
  quantity: NonNullable<DealRow['quantity']>;
  /** UTC epoch ms; null where its entry is moved bar by bar. */
  validUntil: number | null;
};

interface Decided {
  bars: NonNullable<RunRow['bars']>;
  /** What is written into its log. */
  texts: readonly string[];
  deal: SignalDeal | null;
  now: number;
}

/** PB-2: bars are decided on once, by whichever process, together with what they open. False where another one has, or the run has moved. */
export const decideBarsOf =
  (db: Db) =>
  (run: RunRow, { bars, texts, deal, now }: Decided): Promise<boolean> =>
    db.transaction(async (tx) => {
      const { userId, id: runId } = run;
      const same = run.bars ? sql`(${botRuns.bars} ->> 'until')::bigint = ${run.bars.until}` : isNull(botRuns.bars);
      const mine = and(eq(botRuns.userId, userId), eq(botRuns.id, runId), eq(botRuns.state, 'running'), same);
      // its own time begins with its first look.
      const begun = run.bars ? {} : { begunAt: now };
      const moved = await tx
        .update(botRuns)
        .set({ bars, ...begun })
        .where(mine)
        .returning({ id: botRuns.id });
      if (moved.length === 0) return false;
      if (deal) await tx.insert(botDeals).values({ ...deal, userId, runId, openedAt: now });
      await addLog(tx, run, ...texts.map((text) => ({ text, now })));
      return true;
    });

/** PB-12: a deal that a hook's signal opens, once for each signal. False where the run has moved, or another was quicker. */
export const openBySignal =
  (db: Db) =>
  (run: RunRow, { deal, text, now }: { deal: SignalDeal; text: string; now: number }): Promise<boolean> =>
    db.transaction(async (tx) => {
      const { userId, id: runId } = run;
      const mine = and(eq(botRuns.userId, userId), eq(botRuns.id, runId), eq(botRuns.state, 'running'));
      const running = await tx.update(botRuns).set({ dueAt: now }).where(mine).returning({ id: botRuns.id });
      if (running.length === 0) return false;
      const opened = await tx
        .insert(botDeals)
        .values({ ...deal, userId, runId, openedAt: now })
        .onConflictDoNothing()
        .returning({ number: botDeals.number });
      if (opened.length > 0) await addLog(tx, run, { text, now });
      return opened.length > 0;
    });
