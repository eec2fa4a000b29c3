import { createListeners } from './listeners.ts';

const held = new Map<symbol, string>();
const listeners = createListeners();

/**
 * Prevents update reloads while, for example, an order form is filled in or an order is being sent; returns the release
 * function.
 */
export function holdReload(reason: string): () => void {
  const hold = Symbol(reason);
  held.set(hold, reason);
  listeners.notify();
  return () => {
    if (held.delete(hold)) listeners.notify();
  };
}

export const isReloadHeld = (): boolean => held.size > 0;

export const onReloadHold = listeners.subscribe;
