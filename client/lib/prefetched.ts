import { type ComponentType, lazy } from 'react';

/** A lazy component whose chunk is requested immediately, without holding up the first render. */
export function prefetched<P extends object>(load: () => Promise<ComponentType<P>>) {
  const coming = load();
  // The rejection surfaces when the component renders.
  coming.catch(() => undefined);
  return lazy(async () => ({ default: await coming }));
}
