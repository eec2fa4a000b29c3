import { Big } from 'big.js';
import type { LossKind } from '#contracts/loss-limits.ts';
import type { LossLimit } from '../../domain/exit-plan/loss-limit.ts';
import { dayOf } from '../../domain/exit-plan/day-result.ts';
import type { WatchedLoss } from '../../domain/exit-plan/watched-loss.ts';
import type { LossRow } from './loss-limits.store.ts';

const PERCENT = new Big('0.01');

export function limitOf({ kind, most }: { kind: LossKind; most: Big }): LossLimit {
  if (kind === 'day-usdt') return { of: 'day', amount: most };
  const part = most.times(PERCENT);
  return kind === 'day-percent' ? { of: 'day', part } : { of: 'peak', part };
}

export const watchedOf = (row: LossRow): WatchedLoss => ({ ...row, limit: limitOf(row) });

/** Since when results are needed: of the earliest day that a limit is about, and of today. */
export const neededSince = (rows: readonly LossRow[], now: number): number =>
  Math.min(dayOf(now), ...rows.map(({ day }) => day));
