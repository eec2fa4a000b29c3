import type { Big } from 'big.js';
import type { JsonOf } from '#contracts/endpoint.ts';
import type { LossKind, setLossLimit } from '#contracts/loss-limits.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import { dayOf, resultOfDay } from '../../domain/exit-plan/day-result.ts';
import { isLooser } from '../../domain/exit-plan/loss-limit.ts';
import { lookAtLoss } from '../../domain/exit-plan/watched-loss.ts';
import { Refusal } from '../../lib/errors.ts';
import type { LossLimitDeps } from './deps.ts';
import { type LossRow, lossLimitsStore } from './loss-limits.store.ts';
import { limitOf, watchedOf } from './watched-row.ts';

export type Asked = JsonOf<typeof setLossLimit>;
type Limit = NonNullable<Asked['limit']>;

const MOST_PERCENT = 100;
const NOT_KNOWN = 'What your positions are worth is not known yet, so nothing was changed. Try again in a moment.';
const NO_WORTH =
  'What your keys are worth is not known, so a limit in percent cannot be counted. Set one in USDT, or try again in a moment.';
const NOT_YOURS = 'There is no such key.';

/** EX-12: whether a change lets more be lost, or takes back one that is reached: then it needs a fresh proof. */
export const needsProof = (before: LossRow | undefined, limit: Limit | null): boolean =>
  before !== undefined &&
  (before.reachedAt !== null ||
    (before.closesAll && limit?.closesAll !== true) ||
    isLooser(limitOf(before), limit && limitOf(limit)));

function bounded({ kind, most }: Limit): void {
  if (kind !== 'day-usdt' && most.gt(MOST_PERCENT))
    throw new Refusal('malformed', 'A limit in percent is above 0 and at most 100.');
}

/** What it counts from: the keys' worth as it is now, without today's results. */
async function baseOf(deps: LossLimitDeps, userId: string, { keyId, result }: { keyId: string | null; result: Big }) {
  const keys = (await deps.worthsOf(userId)).filter((key) => keyId === null || key.keyId === keyId);
  const worths = keys.flatMap(({ usdt }) => usdt ?? []);
  if (worths.length < keys.length || keys.length === 0) return null;
  return worths.reduce((sum, one) => sum.plus(one), ZERO).minus(result);
}

const isSameKind = (before: LossRow | undefined, kind: LossKind): before is LossRow =>
  before !== undefined && before.reachedAt === null && before.kind === kind;

/** Sets, changes or removes a limit. `before` is what was there, and its proof was asked for. */
export async function setLimit(
  deps: LossLimitDeps,
  userId: string,
  { asked: { keyUid: keyId, limit }, before }: { asked: Asked; before: LossRow | undefined },
): Promise<void> {
  const store = lossLimitsStore(deps.db, userId);
  if (limit === null) {
    await store.remove(keyId);
  } else {
    bounded(limit);
    const keys = await deps.keysOf(userId);
    if (keyId !== null && !keys.some((key) => key.keyId === keyId)) throw new Refusal('not-found', NOT_YOURS);
    await store.write(await newRow(deps, userId, { keyId, limit, before }));
  }
  await deps.gateChanged();
  await deps.audit.record(userId, 'loss-limit-changed', {
    kind: limit?.kind ?? null,
    most: limit?.most.toFixed() ?? null,
    closes: limit?.closesAll ?? null,
  });
}

interface New {
  keyId: string | null;
  limit: Limit;
  before: LossRow | undefined;
}

/** A tighter limit of the same kind goes on from what was the highest: setting it anew must not forget a fall. */
async function countedFrom(
  deps: LossLimitDeps,
  userId: string,
  { keyId, limit, before, result, day }: New & { result: Big; day: number },
) {
  if (isSameKind(before, limit.kind)) return { day: before.day, base: before.base, highest: before.highest };
  const base = await baseOf(deps, userId, { keyId, result });
  if (base === null && limit.kind !== 'day-usdt') throw new Refusal('unavailable', NO_WORTH, { retryAfter: 5 });
  return { day, base, highest: null };
}

async function newRow(deps: LossLimitDeps, userId: string, of: New): Promise<Omit<LossRow, 'userId'>> {
  const { keyId, limit, before } = of;
  const now = deps.clock();
  const day = dayOf(now);
  const parts = await deps.resultsSince(userId, Math.min(day, before?.day ?? day));
  const { usdt: result } = resultOfDay(parts, { keyId, day });
  if (result === null) throw new Refusal('unavailable', NOT_KNOWN, { retryAfter: 2 });
  const from = await countedFrom(deps, userId, { ...of, result, day });
  const row = { keyId, ...limit, ...from, reachedAt: null, setAt: now };
  const { isReached, lost, ...kept } = lookAtLoss(watchedOf({ ...row, userId }), parts, now);
  if (isReached)
    throw new Refusal(
      'conflict',
      `${lost?.toFixed(2)} USDT are lost already: this limit would be reached at once. Choose a higher one, or close what you have open.`,
    );
  return { ...row, day: kept.day, base: kept.base, highest: kept.highest };
}
