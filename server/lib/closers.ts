import type { Log } from './log.ts';

/** Closes what was opened in reverse order; a failure does not keep the others open. */
function closers(log: Log) {
  const opened: { name: string; close: () => Promise<unknown> }[] = [];
  return {
    add: (name: string, close: () => Promise<unknown>) => void opened.push({ name, close }),
    async close(): Promise<void> {
      for (const { name, close } of opened.splice(0).toReversed()) {
        try {
          await close();
        } catch (error) {
          log.error({ error, name }, 'closing failed');
        }
      }
    },
  };
}
export type Closers = ReturnType<typeof closers>;

/** What `open` builds, and `close`, which closes all that it opened; where it fails, that is closed at once. */
export async function closable<T extends object>(log: Log, open: (closing: Closers) => Promise<T>) {
  const closing = closers(log);
  try {
    return { ...(await open(closing)), close: closing.close };
  } catch (error) {
    await closing.close();
    throw error;
  }
}
