import { DAY, HOUR, MINUTE } from '#contracts/rules/time.ts';
import type { Db } from '../../../db/database.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Log } from '../../../lib/log.ts';
import type { Valued } from '../balances/key-worth.ts';
import { forgetWorthBefore, type Grain, peopleDue, worthStore } from './worth.store.ts';

interface RecorderDeps {
  db: Db;
  clock: Clock;
  log: Log;
  /** A person's keys with what they are worth now. */
  freshWorths: (userId: string) => Promise<Valued[]>;
}

const LOOK_EVERY = MINUTE;
/** Each key of an idle person is a request to its exchange, which orders must not wait for. */
const PEOPLE_A_LOOK = 60;
/** An unknown worth is asked for again until then, and is a gap afterwards. */
const UNKNOWN_FOR = 10 * MINUTE;

const GRAINS: Record<Grain, { length: number; usedWithin: number; keptFor: number }> = {
  day: { length: DAY, usedWithin: 30 * DAY, keptFor: 5 * 365 * DAY },
  hour: { length: HOUR, usedWithin: DAY, keptFor: 32 * DAY },
};

/** Records what all keys are worth: each hour for people who use the site, each day for the others. */
export function worthRecorder({ db, clock, log, freshWorths }: RecorderDeps) {
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isStopped = false;

  async function record(userId: string, grain: Grain, bucket: number): Promise<void> {
    const now = clock();
    const keys = (await freshWorths(userId)).filter(({ row }) => row.disabledReason === null);
    const isKnown = keys.every(({ usdtBalance }) => usdtBalance !== null);
    if (!isKnown && now - bucket < UNKNOWN_FOR) return;
    await worthStore(db, userId).write(
      { grain, bucket },
      keys.map(({ row, usdtBalance }) => ({ keyId: row.id, at: now, usdt: usdtBalance })),
    );
  }

  async function look(grain: Grain): Promise<void> {
    const { length, usedWithin, keptFor } = GRAINS[grain];
    const now = clock();
    const bucket = now - (now % length);
    const due = await peopleDue(db, { grain, bucket, usedSince: now - usedWithin, limit: PEOPLE_A_LOOK });
    for (const userId of due) if (!isStopped) await record(userId, grain, bucket);
    await forgetWorthBefore(db, { grain, bucket: now - keptFor });
  }

  async function lookAtAll(): Promise<void> {
    try {
      await look('hour');
      await look('day');
    } catch (error) {
      log.error({ error }, 'worth could not be recorded');
    }
  }

  return {
    /** Resolves once what is due now is written, or was asked for in vain. */
    lookNow: (): Promise<void> => (looking = looking.then(lookAtAll)),
    start(): void {
      isStopped = false;
      timer = setInterval(() => void (looking = looking.then(lookAtAll)), LOOK_EVERY).unref();
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      await looking;
    },
  };
}
