import type { Audit } from '../../audit/index.ts';
import type { SharedLimits } from '../../runtime/request-limits/shared-limits.ts';
import type { BlocksOfKeys } from './groups/leave-blocks.ts';
import type { Keys } from './index.ts';

export interface KeyRouteDeps {
  keys: Keys;
  audit: Pick<Audit, 'record'>;
  blocks: BlocksOfKeys;
  sharedLimits: SharedLimits;
  /** Creates funded accounts of the paper exchange; null in live mode. */
  paper: { createAccount(): Promise<{ key: string; secret: string }>; resetAccount(key: string): Promise<void> } | null;
}
