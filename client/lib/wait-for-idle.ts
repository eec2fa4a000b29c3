const TIMEOUT_MS = 500;

/**
 * Waits until React is idle: an update that arrives during a time-sliced render makes React render it all again
 * synchronously.
 */
export async function waitForIdle(): Promise<void> {
  if (!('scheduler' in globalThis)) return;
  const idle = globalThis.scheduler.postTask(() => {}, { priority: 'background' });
  const timeout = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
  await Promise.race([idle, timeout]);
}
