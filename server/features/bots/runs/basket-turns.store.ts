import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../db/database.ts';
import { botAssets, botRebalancings, type StoredLeg } from '../../../db/schema/baskets.ts';
import { botRuns } from '../../../db/schema/bots.ts';
import type { PlannedLeg, TurnReason } from '../../../domain/strategies/basket/basket-facts.ts';
import { addLog, type LogEntry } from '../bot-log.store.ts';
import type { RunRow } from './runs.store.ts';

const stored = (legs: readonly PlannedLeg[]): StoredLeg[] =>
  legs.map(({ number, quantity, limit }) => ({ number, quantity: quantity.toFixed(), limit: limit.toFixed() }));

interface Entry extends Omit<LogEntry, 'text'> {
  /** Null where there is nothing to say. */
  text: string | null;
}

interface NewTurn extends Entry {
  turn: number;
  why: TurnReason;
  sells: readonly PlannedLeg[];
}

const ofTurn = ({ userId, id }: RunRow, turn: number) =>
  and(eq(botRebalancings.userId, userId), eq(botRebalancings.runId, id), eq(botRebalancings.turn, turn));

/** While it has not moved. */
const sameState = ({ userId, id, stateSince }: RunRow) =>
  and(eq(botRuns.userId, userId), eq(botRuns.id, id), eq(botRuns.stateSince, stateSince));

async function note(tx: Tx, run: RunRow, { text, now }: Entry): Promise<void> {
  if (text !== null) await addLog(tx, run, { text, now });
}

/** Rebalancings, each step written once, by whichever process. */
export const basketTurns = (db: Db) => ({
  /** False where the run has moved meanwhile, or it was written already. */
  begin: (run: RunRow, { turn, why, sells, ...entry }: NewTurn): Promise<boolean> =>
    db.transaction(async (tx) => {
      const { userId, id: runId } = run;
      const same = and(eq(botRuns.userId, userId), eq(botRuns.id, runId), eq(botRuns.state, run.state));
      const [found] = await tx.select({ id: botRuns.id }).from(botRuns).where(same).for('update');
      if (!found) return false;
      const added = await tx
        .insert(botRebalancings)
        .values({ userId, runId, turn, why, at: entry.now, sells: stored(sells) })
        .onConflictDoNothing()
        .returning({ turn: botRebalancings.turn });
      if (added.length > 0) await note(tx, run, entry);
      return added.length > 0;
    }),
  /** Its sales are done: the purchases that follow. */
  buy: (run: RunRow, turn: number, { buys, ...entry }: Entry & { buys: readonly PlannedLeg[] }): Promise<boolean> =>
    db.transaction(async (tx) => {
      const written = await tx
        .update(botRebalancings)
        .set({ buys: stored(buys), buysAt: entry.now })
        .where(and(ofTurn(run, turn), isNull(botRebalancings.buys)))
        .returning({ turn: botRebalancings.turn });
      if (written.length > 0) await note(tx, run, entry);
      return written.length > 0;
    }),
  async finish(run: RunRow, turn: number, now: number): Promise<boolean> {
    const done = await db
      .update(botRebalancings)
      .set({ doneAt: now })
      .where(and(ofTurn(run, turn), isNull(botRebalancings.doneAt)))
      .returning({ turn: botRebalancings.turn });
    return done.length > 0;
  },
  /** C-18: its owner, who is asked already, is asked about this; false where the run has moved meanwhile. */
  ask: (run: RunRow, entry: LogEntry): Promise<boolean> =>
    db.transaction(async (tx) => {
      const asked = await tx
        .update(botRuns)
        .set({ reason: entry.text })
        .where(sameState(run))
        .returning({ id: botRuns.id });
      if (asked.length > 0) await addLog(tx, run, entry);
      return asked.length > 0;
    }),
  /** C-18: what is gone from the account belongs to it no more; false where the run has moved meanwhile. */
  take: (run: RunRow, missing: readonly { number: number; amount: string }[], entry: Entry): Promise<boolean> =>
    db.transaction(async (tx) => {
      const [found] = await tx.select({ id: botRuns.id }).from(botRuns).where(sameState(run)).for('update');
      if (!found) return false;
      for (const { number, amount } of missing)
        await tx
          .update(botAssets)
          .set({ taken: sql`${botAssets.taken} + ${amount}::numeric` })
          .where(and(eq(botAssets.userId, run.userId), eq(botAssets.runId, run.id), eq(botAssets.number, number)));
      await note(tx, run, entry);
      return true;
    }),
});
export type BasketTurns = ReturnType<typeof basketTurns>;
