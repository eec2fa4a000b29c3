import type { Accounts } from './index.ts';
import type { AccountDeps } from './deps.ts';

export interface RouteDeps extends Pick<AccountDeps, 'log' | 'publicUrl' | 'sharedLimits'> {
  accounts: Accounts;
  trustProxy: boolean;
}
