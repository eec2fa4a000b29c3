import { SECOND } from '#contracts/rules/time.ts';
import { lossLook, type LossWatchDeps } from './look.ts';
import { allLossLimits } from '../loss-limits.store.ts';

/** Ms between looks. */
const LOOK_EVERY = 2 * SECOND;

/** EX-12: watches every loss limit. All that it decides by is stored, so that a look after a restart finds the same. */
export function lossWatch(deps: LossWatchDeps) {
  const { db, log } = deps;
  const lookAtPerson = lossLook(deps);
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isBusy = false;
  let isStopped = false;

  async function look(): Promise<void> {
    const people = Map.groupBy(await allLossLimits(db), ({ userId }) => userId);
    for (const [userId, rows] of people) {
      if (isStopped) return;
      await lookAtPerson(rows).catch((error: unknown) =>
        log.error({ error, userId }, 'a loss limit was not looked at'),
      );
    }
  }

  function lookNow(): Promise<void> {
    if (isBusy) return looking;
    isBusy = true;
    looking = look()
      .catch((error: unknown) => log.error({ error }, 'loss limits could not be read'))
      .finally(() => (isBusy = false));
    return looking;
  }

  return {
    lookNow,
    start(): void {
      isStopped = false;
      void lookNow();
      timer = setInterval(() => void lookNow(), LOOK_EVERY).unref();
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      await looking;
    },
  };
}
