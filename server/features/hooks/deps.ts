import type { Audit } from '../../audit/index.ts';
import type { Db } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { Bus } from '../../runtime/bus/bus.ts';
import type { SharedLimits } from '../../runtime/request-limits/shared-limits.ts';
import type { TradingGate } from '../../trading/index.ts';
import type { BotCommands } from '../bots/index.ts';
import type { Keys } from '../keys/index.ts';
import type { Partition } from '../../runtime/leases/partition.ts';
import type { Markets } from '../markets/index.ts';
import type { OrderCommands } from '../orders/index.ts';

/** What the slice is built with. */
export interface HookDeps {
  db: Db;
  clock: Clock;
  log: Log;
  bus: Pick<Bus, 'publish' | 'subscribe'>;
  audit: Pick<Audit, 'record'>;
  markets: Markets;
  keys: Pick<Keys, 'active' | 'byId' | 'isMain'>;
  trading: TradingGate;
  sharedLimits: SharedLimits;
  bots: Pick<BotCommands, 'exists' | 'signals'>;
  /** Of a person, by which secrets are sealed. */
  dataKey: (userId: string) => Promise<Buffer>;
  publicUrl: string;
  /** On paper no money can be lost: no fresh proof is asked for. */
  paper: boolean;
}

/** What acting on signals needs besides. */
export interface HookEngineDeps extends HookDeps {
  orders: OrderCommands;
  bots: BotCommands;
  /** Of people: one signal after another is acted on by one engine. */
  partition: Partition;
}
