import type { DbOrTx } from '../../db/database.ts';
import { botEvents } from '../../db/schema/bots.ts';
import { newId } from '../../lib/id.ts';

/** A line of a bot's log. */
export interface LogEntry {
  text: string;
  /** UTC epoch ms. */
  now: number;
  level?: number;
}

/** A run of a bot. */
export interface RunNamed {
  userId: string;
  id: string;
  botId: string;
}

/** Adds lines to the log of a bot, in this order. */
export async function addLog(
  db: DbOrTx,
  { userId, id: runId, botId }: RunNamed,
  ...entries: readonly LogEntry[]
): Promise<void> {
  if (entries.length === 0) return;
  const ids = entries.map(newId).toSorted();
  const rows = entries.map(({ text, now: at, level }, nth) => {
    const id = ids[nth] ?? newId();
    return { userId, id, runId, botId, text, at, level };
  });
  await db.insert(botEvents).values(rows);
}
