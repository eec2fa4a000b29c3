import type { AlertThen } from '#contracts/alerts.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Db } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { LivePublisher } from '../../live/publish.ts';
import type { BarSource } from '../../runtime/price-triggers/prices.ts';
import type { Bus } from '../../runtime/bus/bus.ts';
import type { Markets } from '../markets/index.ts';
import type { Notifications } from '../notifications/index.ts';

/** What an alert asks of a hook. */
export interface HookCall extends AlertThen {
  market: Market;
  pair: string;
}

/** What the slice and its engine are built with. */
export interface AlertDeps {
  db: Db;
  clock: Clock;
  log: Log;
  bus: Bus;
  live: Pick<LivePublisher, 'toUser'>;
  markets: Pick<Markets, 'findPair' | 'findExchangePair' | 'lastPrice' | 'isOn'> & {
    exchange(market: Market): BarSource;
  };
  /** Why a hook cannot be called like this; null where it can. */
  hookFault: (userId: string, call: HookCall) => Promise<string | null>;
  notifications: Pick<Notifications, 'deliveriesOf'>;
}
