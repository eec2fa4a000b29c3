import type { BotNotice } from '#contracts/bot-notices.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { LivePublisher } from '../../live/publish.ts';
import type { Bus } from '../../runtime/bus/bus.ts';
import type { TradingGate } from '../../trading/index.ts';
import type { OrderLimits } from '../../trading/limits/index.ts';
import type { Keys } from '../keys/index.ts';
import type { BotClaims } from './bot-claims.ts';
import type { AskedBalances } from './plan/asked-balances.ts';
import type { Markets } from '../markets/index.ts';
import type { MarketContexts } from '../orders/index.ts';

/** What the slice and its engine are built with. */
export interface BotDeps {
  db: Db;
  clock: Clock;
  log: Log;
  bus: Pick<Bus, 'publish' | 'subscribe'>;
  live: Pick<LivePublisher, 'toUser'>;
  markets: Markets;
  keys: Keys;
  trading: TradingGate;
  limits: Pick<OrderLimits, 'verdict' | 'single'>;
  claims: BotClaims;
  asked: AskedBalances;
  notifications: {
    queueBotNotice: (tx: Tx, notice: BotNotice & { userId: string; now: number }) => Promise<void>;
    wake: () => void;
  };
  /** The pair's rules, the last price and what a key pays. */
  marketContext: MarketContexts;
}
