import type { Accounts } from './index.ts';
import type { AccountDeps } from './deps.ts';

export interface RouteDeps extends Pick<AccountDeps, 'clock' | 'log' | 'publicUrl'> {
  accounts: Accounts;
  trustProxy: boolean;
}
