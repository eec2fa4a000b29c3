import { and, eq } from 'drizzle-orm';
import type { BotNoticeKind } from '#contracts/rules/bot-notice-kinds.ts';
import type { BotState } from '#contracts/rules/bot-states.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { botRuns, bots } from '../../../db/schema/bots.ts';
import { noticeOfMove } from '../../../domain/strategies/rounds/run-notices.ts';
import type { BotDeps } from '../deps.ts';
import type { RunRow } from './runs.store.ts';
import { noticesOf } from './stored-plan.ts';

const HEADLINES: Record<BotNoticeKind, string> = {
  'needs-you': 'needs you',
  stopped: 'stops',
  late: 'stops late',
  outside: 'is outside its lines',
  paused: 'is paused',
  started: 'has started',
  rounds: 'has done rounds',
};

const headline = (kind: BotNoticeKind, { engine }: Pick<RunRow, 'engine'>): string =>
  kind === 'rounds' && engine === 'deals' ? 'has finished deals' : HEADLINES[kind];

interface Notice {
  kind: BotNoticeKind;
  text: string;
  now: number;
}

interface Moved extends Omit<Notice, 'kind'> {
  to: BotState;
}

type Kept = Partial<Pick<RunRow, 'beyondSince' | 'beyondNotified' | 'roundsNotified' | 'roundsNotifiedAt'>>;

/** C-24: queues notices of runs in the transaction that changes them; only those that their owner has not switched off. */
export function runNotices(db: Db, { queueBotNotice, wake }: BotDeps['notifications']) {
  async function queue(tx: Tx, run: RunRow, { kind, text, now }: Notice): Promise<boolean> {
    const { userId, botId } = run;
    const [bot] = await tx
      .select({ name: bots.name, notices: bots.notices })
      .from(bots)
      .where(and(eq(bots.userId, userId), eq(bots.id, botId)));
    if (!bot || !noticesOf(bot).includes(kind)) return false;
    await queueBotNotice(tx, { userId, now, botId, kind, title: `${bot.name} ${headline(kind, run)}`, text });
    return true;
  }

  return {
    wake,
    /** True where something was queued. */
    queue,
    /** The same for a change of state. */
    moved(tx: Tx, run: RunRow, { to, ...notice }: Moved): Promise<boolean> {
      const kind = noticeOfMove(run.state, to, run.reached?.late ?? false);
      return kind === null ? Promise.resolve(false) : queue(tx, run, { ...notice, kind });
    },
    /** Queues a notice and remembers that; false where the run has moved meanwhile. */
    async keep(run: RunRow, kept: Kept, notice: Notice | null): Promise<boolean> {
      const { userId, id, state } = run;
      const [isKept, isQueued] = await db.transaction(async (tx) => {
        const written = await tx
          .update(botRuns)
          .set(kept)
          .where(and(eq(botRuns.userId, userId), eq(botRuns.id, id), eq(botRuns.state, state)))
          .returning({ id: botRuns.id });
        return [written.length > 0, written.length > 0 && notice !== null && (await queue(tx, run, notice))];
      });
      if (isQueued) wake();
      return isKept;
    },
  };
}
export type RunNotices = ReturnType<typeof runNotices>;
