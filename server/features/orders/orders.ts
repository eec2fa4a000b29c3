import type { BlockState } from '#contracts/rules/block-state.ts';
import type { Bus } from '../../runtime/bus/bus.ts';
import type { Partition } from '../../runtime/leases/partition.ts';
import type { OpenKey } from '../keys/index.ts';
import type { OrderDeps } from './deps.ts';
import type { MarketContexts } from './market-context.ts';
import type { EncodedRows } from './read/encoded-rows.ts';
import type { KeptBlocks } from './read/kept-blocks.ts';
import type { ordersInFlight } from './sending/in-flight.ts';
import type { KnownFree } from './sending/known-free.ts';
import type { OrderFacts } from './sending/order-facts.ts';
import type { OrderLookup } from './sending/order-lookup.ts';
import type { BlockRef, BlockView, OrderRow, PositionView } from './store/block-view.store.ts';

/** What commands and reads of order blocks need. */
export interface OrderContext extends OrderDeps {
  marketContext: MarketContexts;
  /** What watched keys have free. */
  free: KnownFree;
  keptBlocks: KeptBlocks;
  encodedRows: EncodedRows;
}

export interface WrittenBlock {
  ref: BlockRef;
  /** As it was written. */
  view: BlockView;
  mainKey: OpenKey;
  leaseOwner: string | null;
}

/** What the engine hands to its parts. */
export interface EngineContext extends OrderContext {
  bus: Pick<Bus, 'publish' | 'subscribe'>;
  /** Of people: all keys and blocks of a person are worked on by one engine. */
  partition: Partition;
  facts: OrderFacts;
  lookup: OrderLookup;
  inFlight: ReturnType<typeof ordersInFlight>;
  /** Whether a person's keys and blocks are worked on here. */
  isOwn: (userId: string) => boolean;
  watch: (userId: string, key: OpenKey) => void;
  schedule: OrderEngine['schedule'];
  /** Publishes the state of a position to the person's pages. */
  publish: (view: BlockView, position: PositionView, state: BlockState) => void;
}

/** All that commands ask of the engine: they write facts and hand the block over, and the engine acts on what is written. */
export interface OrderEngine {
  /** The owner of the lease under which a person's new block is written, so that it is sent at once; null elsewhere. */
  leaseOwner(userId: string): string | null;
  /** M-07: false until what this key had at the start has been compared with the exchange. */
  mayOrder(keyId: string): boolean;
  /**
   * Sends a block that was just written, under the lease of `leaseOwner`. `answer` is read before anything else is done
   * about the block, with the main key's orders of which the exchange's answer was news, as they stand by it.
   */
  sendBlock<T>(of: WrittenBlock, answer: (taken: readonly OrderRow[]) => Promise<T>): Promise<T>;
  /** Has a block, or one position of it, worked on. */
  schedule(ref: BlockRef, positionId?: string): void;
  /** Resolves once all that was scheduled is done, or after `ms` in any case where that is given. */
  idle(ref: BlockRef, ms?: number): Promise<void>;
}

export interface Orders extends OrderContext {
  engine: OrderEngine;
}
