import { setImmediate } from 'node:timers/promises';
import type { Charted } from './chart.ts';

/** Generates the synthetic part of the last day, a market at a time, with room for requests between two. */
export async function prepareCharts({
  markets,
  now,
}: {
  markets: ReadonlyMap<string, Charted>;
  now: () => number;
}): Promise<void> {
  for (const { chart } of markets.values()) {
    chart.prepare(now());
    await setImmediate();
  }
}
