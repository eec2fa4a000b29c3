import type { Db } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { TradingGate } from '../../trading/index.ts';
import type { Keys } from '../keys/index.ts';
import type { Markets } from '../markets/index.ts';
import type { MarketContexts } from '../orders/index.ts';

/** What the slice is built with. */
export interface BotDeps {
  db: Db;
  clock: Clock;
  markets: Markets;
  keys: Keys;
  trading: TradingGate;
  /** The pair's rules, the last price and what a key pays. */
  marketContext: MarketContexts;
}
