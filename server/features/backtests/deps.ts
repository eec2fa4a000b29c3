import type { Db } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { LivePublisher } from '../../live/publish.ts';
import type { Bus } from '../../runtime/bus/bus.ts';
import type { Keys } from '../keys/index.ts';
import type { Markets } from '../markets/index.ts';
import type { MarketContexts } from '../orders/index.ts';

/** What the slice and its engine are built with. */
export interface BacktestDeps {
  db: Db;
  clock: Clock;
  log: Log;
  bus: Pick<Bus, 'publish' | 'subscribe'>;
  live: Pick<LivePublisher, 'toUser'>;
  markets: Markets;
  keys: Pick<Keys, 'active'>;
  /** What a key pays. */
  marketContext: MarketContexts;
  /** Prices are the paper exchange's. */
  paper: boolean;
  /** Of the threads that runs go in: from 0, as urgent as trading, to 19, only when nothing else runs. */
  niceness: number;
}
