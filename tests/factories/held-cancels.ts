import { onTestFinished, vi } from 'vitest';
import type { TestSite } from '../setup/site.ts';

/** Binance takes no cancelation until what this answers is called, or the test ends. */
export function heldCancels(site: TestSite): () => void {
  const exchange = site.deps.markets.exchange('binance');
  const { cancel, cancelList } = exchange;
  const { promise, resolve } = Promise.withResolvers<void>();
  const orders = vi.spyOn(exchange, 'cancel').mockImplementation(async (credentials, order) => {
    await promise;
    return cancel.call(exchange, credentials, order);
  });
  const lists = vi.spyOn(exchange, 'cancelList').mockImplementation(async (credentials, list) => {
    await promise;
    return cancelList.call(exchange, credentials, list);
  });
  const release = () => {
    orders.mockRestore();
    lists.mockRestore();
    resolve();
  };
  onTestFinished(release);
  return release;
}
