const PATIENCE_MS = 500;

/**
 * Once nothing is being drawn. What arrives in the middle of a drawing that is done in small parts makes React do the
 * whole of it anew, in one.
 */
export async function betweenDraws(): Promise<void> {
  if (!('scheduler' in globalThis)) return;
  const idle = globalThis.scheduler.postTask(() => {}, { priority: 'background' });
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([idle, patience]);
}
