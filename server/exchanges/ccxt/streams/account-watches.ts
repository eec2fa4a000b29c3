import type { AccountEvent, Credentials, Exchange } from '../../exchange.ts';
import type { Log } from '../../../lib/log.ts';
import { createAudience, type Audience } from '../../connecting/audience.ts';

export interface AccountWatch {
  /** Events arrive. */
  live(): boolean;
  close(): void;
}

/** Watches one key; emits `gap` whenever it goes live. */
export type OpenAccountWatch = (credentials: Credentials, emit: (event: AccountEvent) => void) => AccountWatch;

export interface AccountWatches {
  watch: Exchange['watchAccount'];
  close(): void;
}

/** One watch for each key, however many listen. */
export function createAccountWatches(log: Log, open: OpenAccountWatch): AccountWatches {
  const watches = new Map<string, { watch: AccountWatch; audience: Audience<AccountEvent> }>();

  function begin(credentials: Credentials) {
    const audience = createAudience<AccountEvent>(log);
    const begun = { watch: open(credentials, audience.emit), audience };
    watches.set(credentials.apiKey, begun);
    return begun;
  }

  return {
    watch(credentials, listener) {
      const kept = watches.get(credentials.apiKey) ?? begin(credentials);
      const member = kept.audience.add(listener);
      if (kept.watch.live()) member.emit({ kind: 'gap' });
      return () => {
        member.remove();
        if (kept.audience.size() > 0 || watches.get(credentials.apiKey) !== kept) return;
        watches.delete(credentials.apiKey);
        kept.watch.close();
      };
    },
    close() {
      for (const { watch } of watches.values()) watch.close();
      watches.clear();
    },
  };
}
