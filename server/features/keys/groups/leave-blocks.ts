import { isolated } from '#contracts/rules/isolated.ts';
import { Refusal } from '../../../lib/errors.ts';

/** What the keys slice needs to know and do about open blocks. */
export interface BlocksOfKeys {
  /** Why a key cannot be deleted while a bot works with it; null where none does. */
  botFault(userId: string, keyId: string): Promise<string | null>;
  /** Open blocks by key; keys without any are left out. */
  open(userId: string): Promise<ReadonlyMap<string, number>>;
  /** Closes at market what a key holds in blocks, its orders canceled; returns why something is still open. */
  close(userId: string, keyId: string): Promise<string[]>;
  /** Stops working on them; their orders stay on the exchange. */
  leave(userId: string, keyId: string): Promise<void>;
}

interface Leaving {
  userId: string;
  keyId: string;
  name: string;
}

/**
 * Before a key is deleted, its open blocks are closed or left, as its owner chose; without a choice it is not deleted.
 */
export async function leaveBlocks(
  blocks: BlocksOfKeys,
  { userId, keyId, name }: Leaving,
  choice: 'close' | 'leave' | null,
): Promise<void> {
  const busy = await blocks.botFault(userId, keyId);
  if (busy !== null) throw new Refusal('conflict', busy);
  const open = (await blocks.open(userId)).get(keyId) ?? 0;
  if (open === 0) return;
  if (choice === null) {
    const count = open === 1 ? 'an open block' : `${open} open blocks`;
    throw new Refusal(
      'conflict',
      `${isolated(name)} has ${count}. Choose first: close them at market, or leave their orders on the exchange.`,
    );
  }
  if (choice === 'leave') return blocks.leave(userId, keyId);
  const [reason] = await blocks.close(userId, keyId);
  if (reason)
    throw new Refusal('conflict', `Not everything of ${isolated(name)} could be closed, so the key stays: ${reason}`);
}
