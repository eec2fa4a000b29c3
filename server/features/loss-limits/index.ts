import type { LossLimit, LossLimits } from '#contracts/loss-limits.ts';
import type { Big } from 'big.js';
import { dayOf, resultOfDay } from '../../domain/exit-plan/day-result.ts';
import { endOfReached, lookAtLoss, type Looked } from '../../domain/exit-plan/watched-loss.ts';
import { wireAmount } from '../../lib/decimal.ts';
import type { LossLimitDeps } from './deps.ts';
import { type LossRow, lossLimitsStore } from './loss-limits.store.ts';
import { type Asked, needsProof, setLimit } from './set-limit.ts';
import { neededSince, watchedOf } from './watched-row.ts';

export type { LossLimitDeps } from './deps.ts';

const CENTS = 2;
/** Losses up, results down: never shown better than they are. */
const shownLoss = (amount: Big | null): Big | null => amount && wireAmount(amount.round(CENTS, 3));
const shownAllowed = (amount: Big | null): Big | null => amount && wireAmount(amount.round(CENTS, 0));
const shownResult = (amount: Big | null): Big | null => amount && wireAmount(amount.round(CENTS, amount.lt(0) ? 3 : 0));

const presentLimit = (row: LossRow, { lost, allowed }: Looked): LossLimit => ({
  keyUid: row.keyId,
  kind: row.kind,
  most: wireAmount(row.most),
  closesAll: row.closesAll,
  setAt: row.setAt,
  lost: shownLoss(lost),
  allowed: shownAllowed(allowed),
  reachedAt: row.reachedAt,
  endsAt: endOfReached(watchedOf(row)),
});

/** EX-12: what an account and its keys may lose before nothing new is entered. */
export function createLossLimits(deps: LossLimitDeps) {
  async function state(userId: string): Promise<LossLimits> {
    const now = deps.clock();
    const [all, keys] = await Promise.all([lossLimitsStore(deps.db, userId).all(), deps.keysOf(userId)]);
    const ids = new Set(keys.map(({ keyId }) => keyId));
    // Of a key that was deleted none is left.
    const rows = all.filter(({ keyId }) => keyId === null || ids.has(keyId));
    const parts = await deps.resultsSince(userId, neededSince(rows, now));
    const results = [{ keyId: null, name: null }, ...keys].map(({ keyId, name }) => {
      const { usdt, leftOut } = resultOfDay(parts, { keyId, day: dayOf(now) });
      return { keyUid: keyId, connectorName: name, result: shownResult(usdt), leftOut };
    });
    const limits = rows.map((row) => presentLimit(row, lookAtLoss(watchedOf(row), parts, now)));
    return { limits, results };
  }

  return {
    state,
    /** `prove` throws where the change needs a fresh proof of identity that is not there. */
    async set(userId: string, asked: Asked, prove: () => void): Promise<LossLimits> {
      const before = (await lossLimitsStore(deps.db, userId).all()).find(({ keyId }) => keyId === asked.keyUid);
      if (needsProof(before, asked.limit)) prove();
      await setLimit(deps, userId, { asked, before });
      return state(userId);
    },
  };
}
export type OwnLossLimits = ReturnType<typeof createLossLimits>;
