import { newId } from '../../../lib/id.ts';
import { UnderWay } from '../../../lib/under-way.ts';
import { encodeLive } from '../../../live/publish.ts';
import type { AlertDelivery, Notifications } from '../../notifications/index.ts';
import { presentAlert, presentPush } from '../alerts.presenter.ts';
import type { AlertRow } from '../alerts.store.ts';
import type { Crossing, Fired, FiringsStore } from './firings.store.ts';
import type { Arming } from '../levels/level-book.ts';
import type { Price } from '../../../runtime/price-triggers/price-book.ts';
import type { AlertDeps } from '../deps.ts';

/** Transactions at a time, and firings in one: a round price crosses many alerts at once. */
const AT_ONCE = 2;
const MOST = 100;
const PAUSE = 500;

export interface FiringDeps extends Pick<AlertDeps, 'clock' | 'log'> {
  store: Pick<FiringsStore, 'fire'>;
  notifications: Pick<Notifications, 'queueAlertDeliveries' | 'wake' | 'publicUrl'>;
  /** Gets how long a firing took to be written, ms. */
  metrics?: { fired(ms: number): void } | undefined;
}

/** What fired an alert: a price that was crossed, or an occasion. */
export interface Happened extends Pick<Price, 'time' | 'late'> {
  /** Null where none is known. */
  price: Price['price'] | null;
  note?: string;
  /** K-2: by the value of a bar that was open. */
  duringBar?: boolean;
  /** Too late for a notice. */
  isOnlyListed?: boolean;
}

interface Job {
  firing: Crossing;
  /** `alert` is null when another process fired it first, or it was changed meanwhile. */
  done: (alert: AlertRow | null) => void;
}

/** Writes firings down, a few at a time, and again and again while the database does not take them. */
export class Firer {
  readonly #deps: FiringDeps;
  readonly #waiting: Job[] = [];
  readonly #workers = new UnderWay();
  #stopped = false;

  constructor(deps: FiringDeps) {
    this.#deps = deps;
  }

  fire({ num, seq }: Arming, happened: Happened, done: Job['done']): void {
    const { price, time, late, note = null, duringBar = false, isOnlyListed = false } = happened;
    const times = { crossedAt: time, firedAt: this.#deps.clock() };
    this.#waiting.push({
      firing: { id: newId(), num, armedSeq: seq, price, late, note, duringBar, isOnlyListed, ...times },
      done,
    });
    if (this.#workers.size >= AT_ONCE) return;
    void this.#workers.add(this.#work(), (error) => this.#deps.log.error({ err: error }, 'alerts: firing failed'));
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  /** What is not written by then is not settled either: the next start finds it again. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#workers.ended();
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#stopped) await this.#attempt(this.#next());
  }

  /** Of one moment: an alert is not in it twice, and all are said to have fired at one time. */
  #next(): Job[] {
    const { firedAt } = this.#waiting[0]?.firing ?? {};
    const end = this.#waiting.findIndex(({ firing }) => firing.firedAt !== firedAt);
    return this.#waiting.splice(0, Math.min(MOST, end < 0 ? this.#waiting.length : end));
  }

  async #attempt(jobs: Job[]): Promise<void> {
    const { notifications, log, metrics, clock } = this.#deps;
    while (!this.#stopped) {
      try {
        const rows = await this.#write(jobs.map(({ firing }) => firing));
        if (rows.length > 0) notifications.wake();
        for (const { firing } of jobs) metrics?.fired(clock() - firing.firedAt);
        const rowOf = new Map(rows.map((row) => [row.num, row]));
        for (const { firing, done } of jobs) done(rowOf.get(firing.num) ?? null);
        return;
      } catch (error) {
        log.error({ err: error, firings: jobs.length }, 'alerts: firings were not written and are tried again');
        await new Promise((resume) => setTimeout(resume, PAUSE));
        if (jobs.length > 1) return this.#eachAlone(jobs);
      }
    }
  }

  /** One that cannot be written does not hold up the others. */
  async #eachAlone(jobs: readonly Job[]): Promise<void> {
    for (const job of jobs) await this.#attempt([job]);
  }

  #write(found: readonly Crossing[]): Promise<AlertRow[]> {
    const { store, notifications } = this.#deps;
    return store.fire(found, async (tx, fired) => {
      const notices = fired.filter((one) => !one.found.isOnlyListed).map((one) => this.#notify(one));
      if (notices.length > 0) await notifications.queueAlertDeliveries(tx, notices);
    });
  }

  #notify({ found, row, unseen }: Fired): AlertDelivery {
    const { id: firingId, firedAt, ...about } = found;
    const { publicUrl } = this.#deps.notifications;
    return {
      userId: row.userId,
      firingId,
      now: firedAt,
      live: encodeLive({
        topic: 'alert-price-executed',
        body: { ...presentAlert(row), ...(found.duringBar && { duringBar: true }) },
      }),
      push: (heldAt) => presentPush({ ...about, row, firingId, unseen, publicUrl, heldAt }),
      toTelegram: row.sendToTelegram,
    };
  }
}
