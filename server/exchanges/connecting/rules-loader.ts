import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, ExchangePair } from '../exchange.ts';
import type { Log } from '../../lib/log.ts';
import { growingPause } from './growing-pause.ts';

export interface RulesLoader<Pair extends ExchangePair> {
  pairs(): ReadonlyMap<string, Pair>;
  /** Resolves after the first attempt, whatever came of it; reading goes on in the background until `signal`. */
  start(signal: AbortSignal): Promise<void>;
  /** Reads the rules of one known pair anew, unless that was done just now; resolves whatever came of it. */
  renew(symbol: string): Promise<void>;
}

interface Options<Pair> {
  rest: { time: { sync(): Promise<unknown> } };
  log: Log;
  /** Ms: after the first failure, and between readings. */
  timings: { firstPause: number; rules: number };
  /** What the exchange lists, one entry a pair, not read yet: all, or of one symbol where it can tell that alone. */
  read(symbol?: string): Promise<Answer<unknown[]>>;
  /** Undefined for what is not traded on spot now; throws on an entry that does not read as documented. */
  readPair(entry: unknown): Pair | undefined;
  onPairs(pairs: ReadonlyMap<string, Pair>): void;
}

const LONGEST_PAUSE = 5_000;
const RENEWED_FOR = 10_000;

/** One odd pair costs only itself; of two that would have the same name the first stands. */
function readPairs<Pair extends ExchangePair>(entries: readonly unknown[], readPair: Options<Pair>['readPair']) {
  const pairs = new Map<string, Pair>();
  let unread = 0;
  for (const entry of entries) {
    try {
      const pair = readPair(entry);
      if (pair !== undefined && !pairs.has(pair.symbol)) pairs.set(pair.symbol, pair);
    } catch {
      unread += 1;
    }
  }
  return { pairs, unread };
}

/** What is traded and by which rules: read at the start until it succeeds, then now and again. */
export function createRulesLoader<Pair extends ExchangePair>(options: Options<Pair>): RulesLoader<Pair> {
  const { rest, log, timings, read, readPair, onPairs } = options;
  let known: ReadonlyMap<string, Pair> = new Map();

  async function load(): Promise<boolean> {
    const [listed] = await Promise.all([read(), rest.time.sync()]);
    if (listed.outcome !== 'ok') {
      const reason = listed.outcome === 'unknown' ? listed.reason : listed.message;
      log.warn({ reason }, 'trading rules could not be read');
      return false;
    }
    const { pairs, unread } = readPairs(listed.value, readPair);
    log.info({ pairs: pairs.size, unread }, 'trading rules read');
    // While an exchange is being serviced it lists nothing as traded: what is known of its pairs still holds.
    if (pairs.size === 0) return false;
    known = pairs;
    onPairs(pairs);
    return true;
  }

  async function keepReading(first: boolean, signal: AbortSignal): Promise<void> {
    const pause = growingPause(timings.firstPause, LONGEST_PAUSE);
    let succeeded = first;
    while (!signal.aborted) {
      if (succeeded) pause.reset();
      await sleep(succeeded ? timings.rules : pause.take(), undefined, { signal, ref: false });
      succeeded = await load();
    }
  }

  async function readAnew(symbol: string): Promise<void> {
    const listed = await read(symbol);
    const pair = listed.outcome === 'ok' ? readPairs(listed.value, readPair).pairs.get(symbol) : undefined;
    if (pair !== undefined) known = new Map(known).set(symbol, pair);
  }

  const renewals = new Map<string, { at: number; read: Promise<void> }>();
  async function renew(symbol: string): Promise<void> {
    if (!known.has(symbol)) return;
    const last = renewals.get(symbol);
    if (last === undefined || performance.now() - last.at >= RENEWED_FOR)
      renewals.set(symbol, { at: performance.now(), read: readAnew(symbol) });
    await renewals.get(symbol)?.read;
  }

  return {
    pairs: () => known,
    renew,
    async start(signal) {
      const first = await load();
      keepReading(first, signal).catch((error: unknown) => {
        if (!signal.aborted) log.error({ err: error }, 'trading rules are no longer read');
      });
    },
  };
}
