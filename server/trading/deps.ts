import type { Audit } from '../audit/index.ts';
import type { Db } from '../db/database.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Bus } from '../runtime/bus/bus.ts';

export interface TradingDeps {
  db: Db;
  clock: Clock;
  log: Log;
  bus: Bus;
  audit: Audit;
  /** False when the database may lose committed data (E-01): then nothing is ordered. */
  durable: boolean;
}
