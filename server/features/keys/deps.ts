import type { Big } from 'big.js';
import type { Market } from '#contracts/symbol.ts';
import type { Audit } from '../../audit/index.ts';
import type { Db } from '../../db/database.ts';
import type { Exchange } from '../../exchanges/exchange.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { LivePublisher } from '../../live/publish.ts';
import type { Bus } from '../../runtime/bus/bus.ts';
import type { KeyRow } from './keys.store.ts';
import type { OpenKey } from './open-key.ts';

/** What the slice is built with. */
export interface KeyDeps {
  db: Db;
  bus: Pick<Bus, 'publish' | 'subscribe'>;
  /** Whether this process opens account streams. */
  streams: boolean;
  clock: Clock;
  log: Log;
  exchanges: ReadonlyMap<Market, Exchange>;
  dataKey: (userId: string) => Promise<Buffer>;
  lastPrice: (market: Market, symbol: string) => { price: Big } | null;
  paper: boolean;
  /** Keys whose balances are followed at a time; without it, as many as one connection of Binance allows. */
  mostWatched?: number;
  live: Pick<LivePublisher, 'toUser'>;
  audit: Pick<Audit, 'record'> & { secrets: Pick<Audit['secrets'], 'keyUse'> };
  /** S-18: with real money only where the account has a second factor. */
  mayAddKeys: (userId: string) => Promise<boolean>;
}

/** What its parts are built with. */
export interface KeyContext extends KeyDeps {
  open: (row: KeyRow) => Promise<OpenKey>;
}
