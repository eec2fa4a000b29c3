import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { Accounts } from './index.ts';

export interface RouteDeps {
  accounts: Accounts;
  clock: Clock;
  log: Log;
  publicUrl: string;
  trustProxy: boolean;
}
