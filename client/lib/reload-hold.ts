const held = new Map<symbol, string>();
const listeners = new Set<() => void>();

const tell = () => {
  for (const listener of listeners) listener();
};

/**
 * Prevents update reloads while, for example, an order form is filled in or an order is being sent; returns the release
 * function.
 */
export function holdReload(reason: string): () => void {
  const hold = Symbol(reason);
  held.set(hold, reason);
  tell();
  return () => {
    if (held.delete(hold)) tell();
  };
}

export const isReloadHeld = (): boolean => held.size > 0;

export function onReloadHold(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
