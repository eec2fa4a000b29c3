/** Publish-subscribe within the process, or over NATS. At most once: receivers read PostgreSQL again. */
export interface Bus {
  /** `body` must survive JSON. */
  publish(subject: string, body: unknown): void;
  /** `subject` may end in `>`, which stands for one or more further parts. Returns the way to stop. */
  subscribe(subject: string, listener: (body: unknown, subject: string) => void): () => void;
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
  const listeners = new Set<{ pattern: string; listener: (body: unknown, subject: string) => void }>();
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
    subscribe(pattern, listener) {
      const entry = { pattern, listener };
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
    onGap: () => {},
    isConnected: async () => true,
    close: async () => listeners.clear(),
  };
}
