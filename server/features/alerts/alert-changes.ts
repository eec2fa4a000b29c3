import type { Bus } from '../../runtime/bus/bus.ts';

const CHANGED = 'alert.changed';

/** Enough for the engine that watches the pair to read the alert again. */
export interface ChangedAlert {
  num: number;
  market: string;
  symbol: string;
}

/** Alerts that were added, changed or removed, from every process to every engine. */
export const alertChanges = (bus: Pick<Bus, 'publish' | 'subscribe'>) => ({
  publish: ({ num, market, symbol }: ChangedAlert): void => bus.publish(CHANGED, { num, market, symbol }),
  subscribe: (listener: (changed: ChangedAlert) => void): (() => void) =>
    bus.subscribe(CHANGED, (body) => listener(body as ChangedAlert)),
});
