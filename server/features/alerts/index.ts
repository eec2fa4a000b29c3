import type { CreateAlert } from '#contracts/alerts.ts';
import type { Market } from '#contracts/symbol.ts';
import type { ReplacedChange } from '#contracts/live.ts';
import { alertChanges, type ChangedAlert } from './alert-changes.ts';
import { presentAlert } from './alerts.presenter.ts';
import { alertsStore, watchedAlerts } from './alerts.store.ts';
import { alertList } from './list-alerts.ts';
import { nearAlerts } from './near-alerts.ts';
import { readLog, type Asked } from './read-log.ts';
import type { AlertDeps } from './deps.ts';

/** Of an alert on listings. */
const NO_PAIR_TO_CALL = 'An alert on listings calls no hook: it has no pair.';

/** A person's active alerts: those on price levels that are nearest to the market, and all on conditions. */
export async function activeAlerts({ db, markets }: Pick<AlertDeps, 'db' | 'markets'>, userId: string) {
  const rows = await alertsStore(db, userId).active();
  return { ...nearAlerts(markets, rows), waiting: rows.filter(({ condition }) => condition).map(presentAlert) };
}

/** The people's price alerts; engine/ fires them. */
export function createAlerts({ db, clock, bus, live, markets, notifications, hookFault }: Omit<AlertDeps, 'log'>) {
  const changes = alertChanges(bus);
  const notifyPages = (userId: string, replaced: ReplacedChange | null = null): void =>
    live.toUser(userId, { topic: 'alerts', body: replaced ? { replaced } : {} });
  return {
    clock,
    findPair: markets.findPair,
    findExchangePair: markets.findExchangePair,
    lastPrice: markets.lastPrice,
    exchange: (market: Market) => (markets.isOn(market) ? markets.exchange(market) : null),
    /** Why what it calls cannot be called; null where it can, or calls nothing. */
    callFault: async (
      userId: string,
      { then, market, symbol }: Pick<CreateAlert, 'then' | 'market' | 'symbol'>,
    ): Promise<string | null> => {
      if (!then) return null;
      return symbol ? hookFault(userId, { ...then, market, pair: symbol }) : NO_PAIR_TO_CALL;
    },
    of: (userId: string) => alertsStore(db, userId),
    list: alertList(db),
    readLog: (asked: Asked) => readLog({ db, deliveriesOf: notifications.deliveriesOf }, asked),
    /** To every engine, wherever it runs, and to the person's other pages. */
    publishChanged(
      { userId, ...changed }: ChangedAlert & { userId: string },
      replaced: ReplacedChange | null = null,
    ): void {
      changes.publish(changed);
      notifyPages(userId, replaced);
    },
    notifyPages,
    /** Before an account is erased; what it answers, called afterwards, makes the engines forget its alerts. */
    async beforeErasure(userId: string): Promise<() => void> {
      const watched = await watchedAlerts(db, userId);
      return () => watched.forEach(changes.publish);
    },
  };
}
export type Alerts = ReturnType<typeof createAlerts>;
