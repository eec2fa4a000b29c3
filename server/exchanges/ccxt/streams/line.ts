import type { Log } from '../../../lib/log.ts';
import type { CcxtClient } from '../library.ts';
import { reconnectDelays } from '../../connecting/reconnect-delays.ts';
import type { CcxtTimings } from '../ccxt-timings.ts';
import { observeClient } from './observed-client.ts';

export interface LineOptions<Client extends CcxtClient> {
  /** In the log. */
  name: string;
  log: Log;
  timings: CcxtTimings;
  /** A fresh client for each connection: it keeps nothing of the last one. */
  makeClient(): Promise<Client>;
  /** Connects and subscribes. Rejects when that is refused; need not resolve otherwise. */
  begin(client: Client): Promise<unknown>;
  /** True when the message is dealt with; else ccxt's own handling follows. */
  onMessage(message: unknown): boolean;
  onDown(): void;
  /** The least pause, ms, after this failure. */
  pauseAfter?(error: unknown): number;
}

export interface Line {
  /** Drops this connection and makes another. */
  renew(reason: string): void;
  close(): void;
}

/** A connection that lived for less, ms, is no recovery: delays go on growing. */
const STEADY = 5_000;

/** One of ccxt's websockets that is always there again: own watchdog, growing delays, and nothing it rejects gets away. */
export function openLine<Client extends CcxtClient>(options: LineOptions<Client>): Line {
  const { log, name, timings } = options;
  const delays = reconnectDelays(timings.firstPause, timings.longestPause);
  let end: (() => void) | undefined;
  let turn = 0;
  let begunAt = 0;
  let watchdog: NodeJS.Timeout | undefined;
  let next: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    turn += 1;
    const mine = turn;
    const isMine = () => mine === turn;
    begunAt = performance.now();
    watchdog = setTimeout(() => lost('silent'), timings.silence);
    try {
      const made = await options.makeClient();
      if (!isMine()) return;
      // Without it ccxt refuses ws:// addresses.
      await made.loadHttpProxyAgent();
      if (!isMine()) return;
      end = observeClient(made, {
        onMessage(message) {
          if (!isMine()) return true;
          watchdog?.refresh();
          return options.onMessage(message);
        },
        onDown: (reason) => isMine() && lost(reason),
      });
      await options.begin(made);
    } catch (error) {
      if (isMine()) lost(error instanceof Error ? error.name : 'error', options.pauseAfter?.(error));
    }
  }

  function lost(reason: string, leastPause = 0): void {
    if (performance.now() - begunAt > STEADY) delays.reset();
    const wait = Math.round(Math.max(delays.next(), leastPause));
    down();
    log.warn({ stream: name, reason, wait }, 'stream lost, connecting again');
    next = setTimeout(() => void connect(), wait);
  }

  function down(): void {
    turn += 1;
    clearTimeout(watchdog);
    clearTimeout(next);
    end?.();
    end = undefined;
    options.onDown();
  }

  void connect();
  return { renew: (reason) => lost(reason), close: down };
}
