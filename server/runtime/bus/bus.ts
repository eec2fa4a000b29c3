type Listener = (body: unknown, subject: string) => void;

/** Publish-subscribe within the process, or over NATS. At most once: receivers read PostgreSQL again. */
export interface Bus {
  /** `body` must survive JSON. */
  publish(subject: string, body: unknown): void;
  /**
   * `subject` may end in `>`, which stands for one or more further parts. `wants` says which of those subjects the listener
   * uses at the moment; without it, all. Returns the way to stop.
   */
  subscribe(subject: string, listener: Listener, wants?: (subject: string) => boolean): () => void;
  /** False where it is certain that no listener, in whatever process, uses what is published to a subject now. */
  mayBeHeard(subject: string): boolean;
  /** Called when messages may have been missed. */
  onGap(listener: () => void): void;
  /** Whether other processes can be reached: false while NATS is away, or has not answered within a second. */
  isConnected(): Promise<boolean>;
  close(): Promise<void>;
}

export const matches = (pattern: string, subject: string): boolean =>
  pattern.endsWith('.>') ? subject.startsWith(pattern.slice(0, -1)) : pattern === subject;

/** Delivers at once, in order, to listeners of this process. */
export function localBus(onError: (error: unknown) => void): Bus {
  const listeners = new Set<{ pattern: string; listener: Listener; wants: (subject: string) => boolean }>();
  return {
    publish(subject, body) {
      for (const { pattern, listener } of listeners) {
        if (!matches(pattern, subject)) continue;
        try {
          listener(body, subject);
        } catch (error) {
          onError(error);
        }
      }
    },
    subscribe(pattern, listener, wants = () => true) {
      const entry = { pattern, listener, wants };
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
    mayBeHeard: (subject) => [...listeners].some(({ pattern, wants }) => matches(pattern, subject) && wants(subject)),
    onGap: () => {},
    isConnected: async () => true,
    close: async () => listeners.clear(),
  };
}
