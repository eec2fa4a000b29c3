import { afterAll } from 'vitest';
import { otherOrders } from './other-engine.ts';
import type { XrpDeals } from './xrp-deals.ts';

/** Has another engine take over for which so many ms have passed, and then one of now again. */
export function laterEngine(deals: Pick<XrpDeals, 'site'>) {
  let own: { stop: () => Promise<void> } | null = null;
  afterAll(() => own?.stop());
  return async <T>(ms: number, then: () => Promise<T>): Promise<T> => {
    const { orders, orderEngine } = deals.site().deps;
    await (own ?? orderEngine).stop();
    const next = otherOrders({ ...orders, clock: () => Date.now() + ms });
    void next.engine.start();
    try {
      return await then();
    } finally {
      await next.engine.stop();
      const again = otherOrders(orders);
      await again.engine.start();
      own = again.engine;
    }
  };
}
