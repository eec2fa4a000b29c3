import type { KeyDeps } from './deps.ts';
import type { Audit } from '../../audit/index.ts';
import type { BlocksOfKeys } from './groups/leave-blocks.ts';
import type { Keys } from './index.ts';

export interface KeyRouteDeps extends Pick<KeyDeps, 'clock'> {
  keys: Keys;
  audit: Pick<Audit, 'record'>;
  blocks: BlocksOfKeys;
  /** Creates funded accounts of the paper exchange; null in live mode. */
  paper: { createAccount(): Promise<{ key: string; secret: string }>; resetAccount(key: string): Promise<void> } | null;
}
