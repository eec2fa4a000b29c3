import type { Db } from '../../../db/database.ts';
import { ownTimeSince, type StoredRun } from '../../bots/index.ts';
import { signalsOfBot } from '../../hooks/index.ts';
import type { OwnCall } from '../worker/replay-job.ts';

/**
 * X-12, PB-12: a signal bot's signals as they came, the first one first; none of another bot. Null where one that opened a
 * deal is not known any more: its hook is gone, names another bot, or keeps no log of it.
 */
export async function ownCalls(db: Db, { run, bot, deals }: StoredRun): Promise<OwnCall[] | null> {
  const since = ownTimeSince(bot, run);
  if (bot.plan.type !== 'signal' || since === null) return [];
  const signals = await signalsOfBot(db, { userId: run.userId, botId: bot.id, since });
  const opened = new Map(deals.map(({ row: { signalId, openedAt } }) => [signalId, openedAt]));
  const known = new Set(signals.map(({ id }) => id));
  if ([...opened.keys()].some((id) => id !== null && !known.has(id))) return null;
  const calls = signals.flatMap(({ id, action, price, marketPrice, share, at }): OwnCall[] => {
    if (action !== 'open' && action !== 'add' && action !== 'reduce' && action !== 'close') return [];
    const entry = price ?? marketPrice;
    return [{ at: opened.get(id) ?? at, do: action, price: entry?.toFixed() ?? null, share: share?.toFixed() ?? null }];
  });
  return calls.toSorted((one, other) => one.at - other.at);
}
