import { type ComponentType, lazy } from 'react';

/** A component of a chunk of its own, which is on its way before it is drawn: what is drawn first does not wait for it. */
export function early<P extends object>(load: () => Promise<ComponentType<P>>) {
  const coming = load();
  // Told where it is drawn.
  coming.catch(() => undefined);
  return lazy(async () => ({ default: await coming }));
}
