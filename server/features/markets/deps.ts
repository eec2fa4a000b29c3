import type { Market } from '#contracts/symbol.ts';
import type { Db } from '../../db/database.ts';
import type { Exchange } from '../../exchanges/exchange.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { LivePublisher } from '../../live/publish.ts';

export interface MarketDeps {
  db: Db;
  clock: Clock;
  log: Log;
  exchanges: ReadonlyMap<Market, Exchange>;
  live: LivePublisher;
}
