import { MINUTE } from '#contracts/rules/time.ts';
import type { AccountEvent, Credentials, Exchange } from '../../exchange.ts';
import { reconnectDelays } from '../../connecting/reconnect-delays.ts';
import { openAccountLine, type AccountLine, type LineOptions, type Watch } from './account-line.ts';
import { createAudience } from '../../connecting/audience.ts';

/** Binance takes 1,000 accounts a connection; some are left for keys that come and go meanwhile. */
const KEYS_PER_LINE = 900;
const LONGEST_PAUSE = MINUTE;

export interface AccountStreams {
  watch: Exchange['watchAccount'];
  close(): void;
}

/** All keys over one connection; more only for what it can't carry: keys of one account (-2035), and more than it has room for. */
export function createAccountStreams(options: LineOptions): AccountStreams {
  const watches = new Map<string, Watch>();
  const lines = new Map<number, AccountLine>();

  function lineAt(slot: number): AccountLine {
    const existing = lines.get(slot);
    if (existing !== undefined) return existing;
    const line = openAccountLine(options, moveOn);
    lines.set(slot, line);
    return line;
  }

  function place(watch: Watch, from: number): void {
    let slot = from;
    while (lineAt(slot).size() >= KEYS_PER_LINE) slot += 1;
    watch.slot = slot;
    lineAt(slot).carry(watch);
  }

  function leave(watch: Watch): void {
    const line = lines.get(watch.slot);
    line?.drop(watch);
    if (line?.size() !== 0) return;
    line.close();
    lines.delete(watch.slot);
  }

  function moveOn(watch: Watch): void {
    const next = watch.slot + 1;
    leave(watch);
    place(watch, next);
  }

  function begin(credentials: Credentials): Watch {
    const watch: Watch = {
      credentials,
      audience: createAudience<AccountEvent>(options.log),
      subscriptionId: undefined,
      slot: 0,
      delays: reconnectDelays(options.timings.firstPause, LONGEST_PAUSE),
      retry: undefined,
    };
    watches.set(credentials.apiKey, watch);
    place(watch, 0);
    return watch;
  }

  return {
    watch(credentials, listener) {
      const watch = watches.get(credentials.apiKey) ?? begin(credentials);
      const member = watch.audience.add(listener);
      if (watch.subscriptionId !== undefined) member.emit({ kind: 'gap' });
      return () => {
        member.remove();
        if (watch.audience.size() > 0 || watches.get(credentials.apiKey) !== watch) return;
        watches.delete(credentials.apiKey);
        leave(watch);
      };
    },
    close() {
      for (const line of lines.values()) line.close();
      lines.clear();
      watches.clear();
    },
  };
}
