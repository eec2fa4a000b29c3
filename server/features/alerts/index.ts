import type { ReplacedChange } from '#contracts/live.ts';
import type { Db } from '../../db/client.ts';
import type { Bus } from '../../lib/bus.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { LivePublisher } from '../../live/publish.ts';
import type { Markets } from '../markets/index.ts';
import type { Notifications } from '../notifications/index.ts';
import { ALERT_CHANGED, AlertEngine, type ChangedAlert, type EngineDeps } from './engine/alert-engine.ts';
import { alertsStore, watchedAlerts } from './alerts.store.ts';
import { firingsStore } from './engine/firings.store.ts';
import { enginesStore } from './engine/share/engines.store.ts';
import { EngineShare, everything } from './engine/share/engine-share.ts';
import { readLog, type Asked } from './read-log.ts';

interface Deps {
  db: Db;
  clock: Clock;
  log: Log;
  bus: Bus;
  /** Other engines may watch some of the pairs; they hear of changed alerts by the bus. */
  shared?: boolean;
  live: Pick<LivePublisher, 'toUser'>;
  markets: Pick<Markets, 'findPair'> & EngineDeps['markets'];
  notifications: Pick<Notifications, 'queueAlertDeliveries' | 'wake' | 'publicUrl' | 'deliveriesOf'>;
  metrics?: NonNullable<EngineDeps['metrics']> & { watchAlerts(active: () => number): void };
}

/** The people's price alerts, and the engine that fires them. */
export function createAlerts({ db, clock, log, bus, shared = false, live, markets, notifications, metrics }: Deps) {
  const notifyEngines = ({ num, market, symbol }: ChangedAlert): void => {
    const changed: ChangedAlert = { num, market, symbol };
    bus.publish(ALERT_CHANGED, changed);
  };
  const tellPages = (userId: string, replaced: ReplacedChange | null = null): void =>
    live.toUser(userId, { topic: 'alerts', body: replaced ? { replaced } : {} });
  const share = shared ? new EngineShare({ store: enginesStore(db), bus, log }) : everything;
  const engine = new AlertEngine({ store: firingsStore(db), share, clock, log, bus, markets, notifications, metrics });
  metrics?.watchAlerts(() => engine.size);
  return {
    clock,
    findPair: markets.findPair,
    of: (userId: string) => alertsStore(db, userId),
    readLog: (asked: Asked) => readLog({ db, deliveriesOf: notifications.deliveriesOf }, asked),
    /** To every engine, wherever it runs, and to the person's other pages. */
    publishChanged(
      { userId, ...changed }: ChangedAlert & { userId: string },
      replaced: ReplacedChange | null = null,
    ): void {
      notifyEngines(changed);
      tellPages(userId, replaced);
    },
    tellPages,
    /** Before an account is erased; what it answers, called afterwards, makes the engines forget its alerts. */
    async beforeErasure(userId: string): Promise<() => void> {
      const watched = await watchedAlerts(db, userId);
      return () => watched.forEach(notifyEngines);
    },
    engine,
  };
}
export type Alerts = ReturnType<typeof createAlerts>;
