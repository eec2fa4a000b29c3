import type { Log } from '../../lib/log.ts';

export interface Audience<Event> {
  /** `emit` of what it answers reaches this listener alone, never before add() has returned. */
  add(listener: (event: Event) => void): { remove(): void; emit(event: Event): void };
  emit(event: Event): void;
  size(): number;
}

/** Listeners whose mistakes stay theirs: what one throws or rejects is logged and reaches neither the others nor the socket. */
export function createAudience<Event>(log: Log): Audience<Event> {
  const listeners = new Set<(event: Event) => void>();
  const failed = (error: unknown) => log.error({ err: error }, 'a stream listener failed');

  function notifyOne(listener: (event: Event) => unknown, event: Event): void {
    try {
      const result = listener(event);
      if (result instanceof Promise) result.catch(failed);
    } catch (error) {
      failed(error);
    }
  }

  return {
    add(listener) {
      const own = (event: Event) => notifyOne(listener, event);
      listeners.add(own);
      return {
        remove: () => void listeners.delete(own),
        emit: (event) => queueMicrotask(() => listeners.has(own) && own(event)),
      };
    },
    emit(event) {
      for (const listener of listeners) listener(event);
    },
    size: () => listeners.size,
  };
}
