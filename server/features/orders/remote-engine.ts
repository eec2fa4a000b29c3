import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineContext, OrderEngine } from './orders.ts';
import type { BlockRef } from './store/block-view.store.ts';
import { workStore } from './store/work.store.ts';

/** On the bus: a block to be worked on, and a block on which nothing is left to be done for now. */
export const BLOCK_SCHEDULED = 'orders.scheduled';
export const BLOCK_IDLE = 'orders.idle';
export type Scheduled = BlockRef & { positionId?: string | undefined };

/** How often PostgreSQL is asked whether a block is idle while no message says so, ms. */
const LOOK_EVERY = 250;
/** How long a call waits for the engine, ms: afterwards its row shows what becomes of the order. */
const PATIENCE = 10_000;

/**
 * Commands go to the engine of this process for people whose blocks it works on, and over the bus for those of another
 * engine.
 */
export const routedEngine = (own: OrderEngine, remote: OrderEngine): OrderEngine => ({
  leaseOwner: (userId) => own.leaseOwner(userId),
  mayOrder: (keyId) => own.mayOrder(keyId),
  sendBlock: (of, answer) => (of.leaseOwner === null ? remote : own).sendBlock(of, answer),
  schedule: (ref, positionId) => own.schedule(ref, positionId),
  idle: (ref, ms) => (own.leaseOwner(ref.userId) === null ? remote : own).idle(ref, ms),
});

/**
 * The engine as a process without one sees it: what a command wrote is announced on the bus. An engine that misses the
 * message finds the block by its due time within half a second.
 */
export function remoteEngine(deps: Pick<EngineContext, 'db' | 'clock' | 'bus'>): OrderEngine & { stop(): void } {
  const { db, clock, bus } = deps;
  const store = workStore(db);
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  const unsubscribe = bus.subscribe(BLOCK_IDLE, (blockId) => waiting.get(String(blockId))?.resolve());

  const schedule = (ref: BlockRef, positionId?: string): void =>
    bus.publish(BLOCK_SCHEDULED, { ...ref, positionId } satisfies Scheduled);

  async function idle(ref: BlockRef, { ms = PATIENCE, isSent = false } = {}): Promise<void> {
    const until = clock() + ms;
    while (!(await store.isIdle(ref, { now: clock(), isSent })) && clock() < until) {
      const message = waiting.get(ref.blockId) ?? Promise.withResolvers<void>();
      waiting.set(ref.blockId, message);
      await Promise.race([message.promise, sleep(LOOK_EVERY)]);
      waiting.delete(ref.blockId);
    }
  }

  return {
    leaseOwner: () => null,
    // The engine that sends the order asks for itself.
    mayOrder: () => true,
    schedule,
    idle: (ref, ms) => idle(ref, { ms }),
    async sendBlock({ ref }, answer) {
      schedule(ref);
      // An engine that ends may give the block back before it has sent anything.
      await idle(ref, { isSent: true });
      return answer([]);
    },
    stop: unsubscribe,
  };
}
