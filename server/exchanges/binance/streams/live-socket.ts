import type { Log } from '../../../lib/log.ts';
import { reconnectDelays } from '../../connecting/reconnect-delays.ts';
import type { BinanceTimings } from '../binance-timings.ts';
import { openConnection, type Connection } from './connection.ts';

export interface LiveSocketOptions {
  url: string;
  /** In the log. */
  name: string;
  log: Log;
  timings: BinanceTimings;
  /** Ms to wait before a connection may be made; 0 where it may be made now, and is. */
  admit(): number;
  onOpen(): void;
  onMessage(text: string): void;
  onDown(): void;
}

export interface LiveSocket {
  /** Nothing happens while it is down: what must be said is said in onOpen. */
  send(message: object): void;
  /** Drops this connection and makes another, at once unless this one was hardly there. */
  renew(reason: string): void;
  close(): void;
}

/** A connection that lived for less, ms, is no recovery: delays go on growing. */
const STEADY = 5_000;

/** One websocket that is always there again: growing delays, a watchdog, and renewal before the exchange cuts it. */
export function openLiveSocket(options: LiveSocketOptions): LiveSocket {
  const { log, name, timings } = options;
  const delays = reconnectDelays(timings.firstPause, timings.longestPause);
  let connection: Connection | undefined;
  let openedAt: number | undefined;
  let next: NodeJS.Timeout | undefined;

  function connect(): void {
    const pause = Math.ceil(options.admit());
    if (pause > 0) {
      next = setTimeout(connect, pause);
      return;
    }
    connection = openConnection(options.url, timings.silence, {
      onOpen() {
        openedAt = performance.now();
        next = setTimeout(() => renew('its 24 hours are nearly over'), timings.streamLife).unref();
        log.info({ stream: name }, 'stream connected');
        options.onOpen();
      },
      onMessage: options.onMessage,
      onClose(code, reason) {
        const wait = again();
        log.warn({ stream: name, code, reason, wait }, 'stream lost, connecting again');
      },
    });
  }

  /** Returns the ms after which the next connection is made. */
  function again(): number {
    const steady = openedAt !== undefined && performance.now() - openedAt > STEADY;
    if (steady) delays.reset();
    const wait = Math.round(steady ? 0 : delays.next());
    down();
    next = setTimeout(connect, wait);
    return wait;
  }

  function down(): void {
    clearTimeout(next);
    connection?.terminate();
    connection = undefined;
    openedAt = undefined;
    options.onDown();
  }

  function renew(reason: string): void {
    if (connection === undefined) return;
    log.info({ stream: name, reason, wait: again() }, 'stream renewed');
  }

  connect();
  return {
    send: (message) => connection?.send(JSON.stringify(message)),
    renew,
    close: down,
  };
}
