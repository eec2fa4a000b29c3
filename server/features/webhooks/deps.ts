import type { Audit } from '../../audit/index.ts';
import type { Db } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { Resolve } from '../../lib/public-fetch.ts';

/** What the slice and its engine are built with. */
export interface WebhookDeps {
  db: Db;
  clock: Clock;
  log: Log;
  audit: Pick<Audit, 'record'>;
  /** 'xrp_usdt' of the exchange's own name. */
  pairName: (market: string, symbol: string) => string | null;
  /** Of a person, by which secrets are sealed. */
  dataKey: (userId: string) => Promise<Buffer>;
  /** Hosts of the operator's own network that may be sent to: host or host:port. */
  hosts: readonly string[];
  /** Replaced by tests. */
  resolve?: Resolve;
  /** On paper nothing is asked for: no money can be lost. */
  paper: boolean;
}
