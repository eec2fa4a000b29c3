import type { Db } from '../../db/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { LivePublisher } from '../../live/publish.ts';
import type { Keys } from '../keys/index.ts';
import type { Markets } from '../markets/index.ts';

export interface OrderNeeds {
  db: Db;
  clock: Clock;
  log: Log;
  markets: Markets;
  keys: Keys;
  live: LivePublisher;
  /** False when the database may lose what it acknowledged (E-01): then nothing is ordered. */
  mayTrade: boolean;
}
