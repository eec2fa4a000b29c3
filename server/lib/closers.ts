import type { Log } from './log.ts';

/** Closes what was opened in reverse order; a failure does not keep the others open. */
export function closers(log: Log) {
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
