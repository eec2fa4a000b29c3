import type { Bus } from '../../runtime/bus/bus.ts';
import type { RunRef } from './runs/runs.store.ts';

const SCHEDULED = 'bots.scheduled';
/** On the bus: a replay of a run is asked for. */
export const REPLAY = 'bots.replay';

/** On the bus: a run to be worked on, by whichever engine it belongs to. */
export const runChanges = (bus: Pick<Bus, 'publish' | 'subscribe'>) => ({
  publish: (ref: RunRef): void => bus.publish(SCHEDULED, ref),
  subscribe: (listener: (ref: RunRef) => void): (() => void) =>
    bus.subscribe(SCHEDULED, (body) => listener(body as RunRef)),
});
