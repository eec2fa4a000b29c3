import { setImmediate } from 'node:timers/promises';
import type { Market } from '../market.ts';

interface ExchangeCore {
  markets: ReadonlyMap<string, Market>;
  now: () => number;
}

/** Draws what is made up of the last day, a market at a time, with room for requests between two. */
export async function prepareCharts({ markets, now }: ExchangeCore): Promise<void> {
  for (const { chart } of markets.values()) {
    chart.prepare(now());
    await setImmediate();
  }
}
