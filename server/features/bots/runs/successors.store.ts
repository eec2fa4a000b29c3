import { and, count, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { BotEnding } from '#contracts/bot-stop.ts';
import { BOT_STATES } from '#contracts/rules/bot-states.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { botRuns, bots } from '../../../db/schema/bots.ts';
import { users } from '../../../db/schema/accounts.ts';
import { canMove } from '../../../domain/strategies/rounds/bot-state.ts';
import type { BotRow } from '../bots.store.ts';
import type { RunNotices } from './run-notices.store.ts';
import { moveText } from './run-texts.ts';
import { addLog } from '../bot-log.store.ts';
import { addRun, type RunRow, type StartedRun, type StoredNext } from './runs.store.ts';

/** A run that ends with its coins kept, and goes on by other lines or does not. */
export interface EndingRun {
  run: RunRow;
  next: StoredNext | null;
  text: string;
}

/** What becomes of a run that has stopped. */
export interface HandedOver {
  bot: BotRow;
  next: StoredNext;
  /** Null where it cannot go on: its settings are a draft then. */
  begun: StartedRun | null;
  text: string;
  now: number;
}

/** Of all bots and keys unless named. */
interface Dropped {
  botId?: string;
  keyId?: string;
  counterEarning?: boolean;
}

const one = ({ userId, id }: RunRow) => and(eq(botRuns.userId, userId), eq(botRuns.id, id));

/** The bot that goes on, once for the runs of all its keys; the main key's says what it began with. */
async function addBot(tx: Tx, { bot, next, now }: HandedOver, isMain: boolean): Promise<void> {
  const { botId: id, name, plan, stop } = next;
  const { userId, market, symbol, keyId, copyKeys, notices } = bot;
  const row = { userId, id, name, market, symbol, keyId, plan, stop, startAt: null, copyKeys, notices };
  await tx
    .insert(bots)
    .values({ ...row, createdAt: now, updatedAt: now })
    // Locks it: it is not deleted meanwhile.
    .onConflictDoUpdate({ target: [bots.userId, bots.id], set: isMain ? { plan } : { updatedAt: now } });
}

const MAY_END = BOT_STATES.filter((state) => canMove(state, 'stopping'));

/** The main key's run as it was looked at; those of copy keys end with it, whatever has become of them meanwhile. */
const mayEnd = ({ ordinal, state }: RunRow) =>
  ordinal === 0 ? eq(botRuns.state, state) : inArray(botRuns.state, MAY_END);

/** 'too-many' where its owner has `most` bots; 'moved' where the main key's run has moved meanwhile, and nothing was done. */
const endRuns = (
  db: Db,
  runs: readonly EndingRun[],
  { most, now }: { most: number; now: number },
): Promise<'done' | 'too-many' | 'moved'> =>
  db.transaction(async (tx) => {
    const [main] = runs;
    if (!main) return 'moved';
    const { userId } = main.run;
    await tx.select({ id: users.userId }).from(users).where(eq(users.userId, userId)).for('update');
    const [held] = await tx.select({ count: count() }).from(bots).where(eq(bots.userId, userId));
    if ((held?.count ?? 0) >= most) return 'too-many';
    for (const { run, next, text } of runs) {
      const ended = await tx
        .update(botRuns)
        .set({ state: 'stopping', stateSince: now, reason: null, ending: 'keep', next, dueAt: now })
        .where(and(one(run), mayEnd(run), isNull(botRuns.next)))
        .returning({ id: botRuns.id });
      if (ended.length > 0) await addLog(tx, run, { text, now });
      else if (run.ordinal === 0) return 'moved';
    }
    return 'done';
  });

/** Runs of this bot, and those of copy keys that are still to go on as this bot. */
const isOnItsWay = (botId: string) => or(eq(botRuns.botId, botId), sql`${botRuns.next} ->> 'botId' = ${botId}`);

/** C-20: runs that end, and the ones that go on with what they own; each written once. */
export function successorsStore(db: Db, notices: Pick<RunNotices, 'queue' | 'wake'> | null = null) {
  return {
    end: (runs: readonly EndingRun[], of: { most: number; now: number }) => endRuns(db, runs, of),
    /** False where the run has moved meanwhile, or is to end for good. */
    async handOver(run: RunRow, of: HandedOver): Promise<boolean> {
      let isQueued = false;
      const isDone = await db.transaction(async (tx) => {
        const { begun, text, now, next } = of;
        const stopped = await tx
          .update(botRuns)
          .set({ state: 'stopped', stateSince: now, stoppedAt: now, dueAt: now, ...(!begun && { reason: text }) })
          .where(and(one(run), eq(botRuns.state, 'stopping'), sql`${botRuns.next} ->> 'botId' = ${next.botId}`))
          .returning({ id: botRuns.id });
        if (stopped.length === 0) return false;
        const entry = begun ? `${moveText('stopped', null)} ${text}` : moveText('stopped', text);
        await addLog(tx, run, { text: entry, now });
        await addBot(tx, of, run.ordinal === 0);
        if (begun) await addRun(tx, run.userId, begun);
        else isQueued = (await notices?.queue(tx, run, { kind: 'needs-you', text, now })) ?? false;
        return true;
      });
      if (isDone && isQueued) notices?.wake();
      return isDone;
    },
    /** The bots that are still to go on by other lines. */
    async changing(userId: string): Promise<Set<string>> {
      const rows = await db
        .select({ botId: botRuns.botId })
        .from(botRuns)
        .where(and(eq(botRuns.userId, userId), eq(botRuns.state, 'stopping'), isNotNull(botRuns.next)));
      return new Set(rows.map(({ botId }) => botId));
    },
    /** These end for good, with this ending: nothing goes on with what they own. */
    async drop(userId: string, ending: BotEnding, of: Dropped = {}): Promise<void> {
      await db
        .update(botRuns)
        .set({ next: null, ending })
        .where(
          and(
            eq(botRuns.userId, userId),
            eq(botRuns.state, 'stopping'),
            isNotNull(botRuns.next),
            of.botId === undefined ? undefined : isOnItsWay(of.botId),
            of.keyId === undefined ? undefined : eq(botRuns.keyId, of.keyId),
            of.counterEarning === undefined ? undefined : eq(botRuns.counterEarning, of.counterEarning),
          ),
        );
    },
  };
}
