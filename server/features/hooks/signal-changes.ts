import type { Bus } from '../../runtime/bus/bus.ts';
import type { HookRef } from './signals.store.ts';

/** The bus subject: a signal waits to be acted on. */
const WAITING = 'hooks.signal';

export const signalChanges = (bus: Pick<Bus, 'publish' | 'subscribe'>) => ({
  publish: (ref: HookRef): void => bus.publish(WAITING, ref),
  subscribe: (listener: (ref: HookRef) => void): (() => void) =>
    bus.subscribe(WAITING, (ref) => listener(ref as HookRef)),
});
