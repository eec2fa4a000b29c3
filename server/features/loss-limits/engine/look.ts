import { lookAtLoss, type Looked } from '../../../domain/exit-plan/watched-loss.ts';
import type { LossActions, LossLimitDeps } from '../deps.ts';
import { type LossRow, lossLimitsStore } from '../loss-limits.store.ts';
import { neededSince, watchedOf } from '../watched-row.ts';
import { BOT_REASON, lossText } from './loss-text.ts';

export type LossWatchDeps = LossLimitDeps & { actions: LossActions };

/** Of what may be kept, what has changed. */
function newsOf(
  row: LossRow,
  { day, base, highest, isOver, isReached }: Looked,
): Parameters<ReturnType<typeof lossLimitsStore>['note']>[1] | null {
  const isHigher = highest !== null && !(row.highest?.eq(highest) ?? false);
  const isReleased = isOver && !isReached && day > (row.reachedAt ?? 0);
  if (day === row.day && !isHigher && !isReleased) return null;
  return { day, base, highest, ...(isReleased && { reachedAt: null }) };
}

/** One look at all limits of a person: what is found is written down, and acted on while it is so. */
export function lossLook(deps: LossWatchDeps) {
  const { db, clock, audit, actions, notifications } = deps;

  async function reach(row: LossRow, { lost, allowed }: Looked): Promise<boolean> {
    if (!lost || !allowed) return false;
    const now = clock();
    const { userId, keyId } = row;
    const keyName =
      keyId === null ? null : ((await deps.keysOf(userId)).find((key) => key.keyId === keyId)?.name ?? null);
    const notice = lossText({ row, lost, allowed, keyName });
    const isFirst = await lossLimitsStore(db, userId).reach(row, now, (tx) =>
      notifications.queueLossNotice(tx, { userId, now, ...notice }),
    );
    if (!isFirst) return false;
    notifications.wake();
    await deps.gateChanged();
    await audit.record(userId, 'loss-limit-reached', { name: keyName, lost: lost.toFixed(2), closes: row.closesAll });
    return true;
  }

  /** Again at each look: what was starting then is paused once it runs, what filled meanwhile is closed. */
  async function act({ userId, keyId, closesAll }: LossRow): Promise<void> {
    await actions.haltBots(userId, { keyId, reason: BOT_REASON, closes: closesAll });
    if (closesAll) await actions.closePositions(userId, keyId);
  }

  return async (rows: readonly LossRow[]): Promise<void> => {
    const [first] = rows;
    if (!first) return;
    const { userId } = first;
    const now = clock();
    const parts = await deps.resultsSince(userId, neededSince(rows, now));
    for (const row of rows) {
      const looked = lookAtLoss(watchedOf(row), parts, now);
      const news = newsOf(row, looked);
      if (news) await lossLimitsStore(db, userId).note(row, news);
      if (news?.reachedAt === null) await deps.gateChanged();
      const isReachedNow = looked.isReached && (await reach(row, looked));
      const isInForce = row.reachedAt !== null && news?.reachedAt !== null;
      if (isReachedNow || isInForce) await act(row);
    }
  };
}
