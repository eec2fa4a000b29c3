import type { Audit } from '../../audit/index.ts';
import type { Db } from '../../db/database.ts';
import type { Bus } from '../../runtime/bus/bus.ts';
import type { SharedLimits } from '../../runtime/request-limits/shared-limits.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { Vault } from '../../lib/vault.ts';
import type { Mailer } from '../../mail/index.ts';
import type { AccountsStore } from './accounts.store.ts';
import type { GoogleSettings } from './google/provider.ts';
import type { OneTimeTokens } from './one-time-tokens.store.ts';

/** What the slice is built with. */
export interface AccountDeps {
  db: Db;
  vault: Vault;
  clock: Clock;
  bus: Bus;
  audit: Audit;
  log: Log;
  mailer: Pick<Mailer, 'post' | 'outbox'>;
  /** The origin of links: never taken from a request. */
  publicUrl: string;
  /** Null where not configured. */
  google: GoogleSettings | null;
  sharedLimits: SharedLimits;
}

/** What its parts are built with. */
export interface AccountContext extends AccountDeps {
  store: AccountsStore;
  tokens: OneTimeTokens;
  /** The user's data key, unwrapped. */
  dataKey: (userId: string) => Promise<Buffer>;
  /** Notifies every server that this session ended. */
  publishEnded: (sessionId: string) => void;
}
