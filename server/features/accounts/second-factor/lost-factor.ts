import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AuditKind } from '#contracts/audit.ts';
import { DAY, HOUR } from '#contracts/rules/time.ts';
import { lostFactors, lostFactorStore } from './lost-factor.store.ts';
import type { AccountContext } from '../deps.ts';

/** How long the owner can object, in ms. */
export const REMOVAL_DELAY = DAY;
const NEAR = 12 * HOUR;
const CHECK_EVERY = 30_000;
/** Without a dot: a path with one is taken for a file. */
const TOKEN = /^([0-9a-f-]{36})-([\w-]{43})$/;

/** Another server completed it first. */
class CompletedElsewhere extends Error {}

function repeating(work: () => Promise<void>, onError: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  const run = () => void (working = work().catch(onError));
  return {
    start(): void {
      timer = setInterval(run, CHECK_EVERY).unref();
      run();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await working;
    },
  };
}

/**
 * S-50: removes a lost second factor, requested after a reset by mail: a day later, announced twice, canceled by one
 * link.
 */
export function createLostFactor(
  deps: Pick<AccountContext, 'db' | 'clock' | 'audit' | 'log' | 'publicUrl' | 'dataKey'>,
) {
  const { db, clock, audit, log, publicUrl, dataKey } = deps;
  const of = (userId: string) => lostFactorStore(db, userId);

  // In the transaction of its event and notices.
  audit.onWrite({
    concerns: ({ kind }) => kind === 'two-factor-removal-near' || kind === 'two-factor-removed',
    async write(tx, userId, { kind, at }) {
      const store = lostFactorStore(tx, userId);
      const isDone = await (kind === 'two-factor-removed' ? store.complete(at) : store.noteNear(at));
      if (!isDone) throw new CompletedElsewhere();
    },
  });

  async function once(userId: string, kind: AuditKind): Promise<void> {
    try {
      await audit.record(userId, kind);
    } catch (error) {
      if (!(error instanceof CompletedElsewhere)) throw error;
    }
  }

  /** Differs with every removal, so that a link is valid for one. */
  const mark = async (userId: string, endsAt: number): Promise<string> =>
    createHmac('sha256', await dataKey(userId))
      .update(`keep-two-factor|${userId}|${endsAt}`)
      .digest('base64url');

  async function keep(userId: string): Promise<boolean> {
    const kept = await of(userId).cancel();
    if (kept) await audit.record(userId, 'two-factor-kept');
    return kept;
  }

  /** Completes due removals and announces coming ones. */
  async function work(): Promise<void> {
    const now = clock();
    for (const userId of await lostFactors(db).due(now)) await once(userId, 'two-factor-removed');
    for (const userId of await lostFactors(db).near({ now, until: now + NEAR }))
      await once(userId, 'two-factor-removal-near');
  }

  return {
    keep,
    work,
    /** True once a removal is completed. */
    async isOver(userId: string): Promise<boolean> {
      const endsAt = await of(userId).endsAt();
      if (endsAt === null || endsAt > clock()) return false;
      await once(userId, 'two-factor-removed');
      return true;
    },
    /** The link that cancels a pending removal; null where none is pending. */
    async keepLink(userId: string): Promise<string | null> {
      const endsAt = await of(userId).endsAt();
      return endsAt === null ? null : `${publicUrl}/keep_two_factor/${userId}-${await mark(userId, endsAt)}`;
    },
    /** False when the link is not valid. */
    async keepByLink(token: string): Promise<boolean> {
      const [, userId = '', given = ''] = TOKEN.exec(token) ?? [];
      const endsAt = userId === '' ? null : await of(userId).endsAt();
      if (endsAt === null) return false;
      const isIt = timingSafeEqual(Buffer.from(given), Buffer.from(await mark(userId, endsAt)));
      return isIt && keep(userId);
    },
    ...repeating(work, (error) => log.error({ err: error }, 'removals of two-factor were not looked at')),
  };
}
export type LostFactor = ReturnType<typeof createLostFactor>;
