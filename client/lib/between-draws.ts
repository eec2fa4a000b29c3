const PATIENCE_MS = 500;

/**
 * Waits until React is idle: an update that arrives during a time-sliced render makes React render it all again
 * synchronously.
 */
export async function betweenDraws(): Promise<void> {
  if (!('scheduler' in globalThis)) return;
  const idle = globalThis.scheduler.postTask(() => {}, { priority: 'background' });
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([idle, patience]);
}
