import type { OpenKey } from '../keys/index.ts';
import type { OrderDeps } from './deps.ts';
import type { MarketContexts } from './market-context.ts';
import type { KnownFree } from './sending/known-free.ts';
import type { BlockRef } from './store/block-view.store.ts';

/** What commands and reads of order blocks need. */
export interface OrderContext extends OrderDeps {
  marketContext: MarketContexts;
  /** What watched keys have free. */
  free: KnownFree;
}

export interface WrittenBlock {
  ref: BlockRef;
  mainKey: OpenKey;
  leaseOwner: string | null;
}

/** All that commands ask of the engine: they write facts and hand the block over, and the engine acts on what is written. */
export interface OrderEngine {
  /** The owner of the lease under which a person's new block is written, so that it is sent at once; null elsewhere. */
  leaseOwner(userId: string): string | null;
  /** M-07: false until what this key had at the start has been compared with the exchange. */
  mayOrder(keyId: string): boolean;
  /**
   * Sends a block that was just written, under the lease of `leaseOwner`. `answer` is read before anything else is done
   * about the block.
   */
  sendBlock<T>(of: WrittenBlock, answer: () => Promise<T>): Promise<T>;
  /** Has a block, or one position of it, worked on. */
  schedule(ref: BlockRef, positionId?: string): void;
  /** Resolves once all that was scheduled is done, or after `ms` in any case where that is given. */
  idle(ref: BlockRef, ms?: number): Promise<void>;
}

export interface Orders extends OrderContext {
  engine: OrderEngine;
}
