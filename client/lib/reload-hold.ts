const held = new Map<symbol, string>();
const listeners = new Set<() => void>();

const tell = () => {
  for (const listener of listeners) listener();
};

/** While held, no update reloads this page: an order form is filled in, an order call is under way. Returns the release. */
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
