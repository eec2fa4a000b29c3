import { newId } from '../../lib/id.ts';
import type { Log } from '../../lib/log.ts';
import { encodeLive } from '../../live/publish.ts';
import type { Notifications } from '../notifications/index.ts';
import { presentAlert, presentPush } from './alerts.presenter.ts';
import type { AlertRow } from './alerts.store.ts';
import type { Found, FiringsStore } from './firings.store.ts';
import type { Arming } from './level-book.ts';
import type { Price } from './pair-feed.ts';

const AT_ONCE = 4;
const PAUSE = 500;

interface Needs {
  store: FiringsStore;
  notifications: Pick<Notifications, 'queueAlertDeliveries' | 'wake' | 'publicUrl'>;
  clock: () => number;
  log: Log;
}

interface Job {
  firing: Found;
  /** `alert` is null when somebody else was first, or the alert was changed meanwhile. */
  done: (alert: AlertRow | null) => void;
}

/** Writes firings down, a few at a time, and again and again while the database does not take them. */
export class Firer {
  readonly #needs: Needs;
  readonly #waiting: Job[] = [];
  readonly #workers = new Set<Promise<void>>();
  #stopped = false;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  fire({ num, seq }: Arming, { price, time, late }: Price, done: Job['done']): void {
    const times = { crossedAt: time, firedAt: this.#needs.clock() };
    this.#waiting.push({ firing: { id: newId(), num, armedSeq: seq, price, late, ...times }, done });
    if (this.#workers.size >= AT_ONCE) return;
    const worker = this.#work()
      .catch((error: unknown) => this.#needs.log.error({ err: error }, 'alerts: firing failed'))
      .finally(() => this.#workers.delete(worker));
    this.#workers.add(worker);
  }

  /** What is not written by then is not settled either: the next start finds it again. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#workers);
  }

  async #work(): Promise<void> {
    for (let job = this.#waiting.shift(); job && !this.#stopped; job = this.#waiting.shift()) await this.#attempt(job);
  }

  async #attempt({ firing, done }: Job): Promise<void> {
    const { notifications, log } = this.#needs;
    while (!this.#stopped) {
      try {
        const alert = await this.#write(firing);
        if (alert) notifications.wake();
        return done(alert);
      } catch (error) {
        log.error({ err: error, alert: firing.num }, 'alerts: a firing was not written and is tried again');
        await new Promise((resume) => setTimeout(resume, PAUSE));
      }
    }
  }

  #write(firing: Found): Promise<AlertRow | null> {
    const { id: firingId, price, crossedAt, late, firedAt } = firing;
    const { store, notifications } = this.#needs;
    const { publicUrl } = notifications;
    return store.fire(firing, (tx, row, unseen) =>
      notifications.queueAlertDeliveries(tx, {
        userId: row.userId,
        firingId,
        now: firedAt,
        live: encodeLive({ topic: 'alert-price-executed', body: presentAlert(row) }),
        push: (heldAt) => presentPush({ row, firingId, price, crossedAt, late, unseen, publicUrl, heldAt }),
        toTelegram: row.sendToTelegram,
      }),
    );
  }
}
