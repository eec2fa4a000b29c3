import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, ExchangePair } from '../exchange.ts';
import type { Log } from '../../lib/log.ts';
import type { Rest } from './rest/rest.ts';
import { growingPause } from '../connecting/growing-pause.ts';
import type { Timings } from './timings.ts';

export interface RulesLoader {
  pairs(): ReadonlyMap<string, ExchangePair>;
  /** Resolves after the first attempt, whatever came of it; reading goes on in the background until `signal`. */
  start(signal: AbortSignal): Promise<void>;
}

interface Options {
  rest: Rest;
  log: Log;
  timings: Timings;
  /** What the exchange lists, one entry a pair, not read yet. */
  read(): Promise<Answer<unknown[]>>;
  /** Undefined for what is not traded on spot now; throws on an entry that does not read as documented. */
  readPair(entry: unknown): ExchangePair | undefined;
  onPairs(pairs: ReadonlyMap<string, ExchangePair>): void;
}

const LONGEST_PAUSE = 5_000;

/** What is traded and by which rules: read at the start until it succeeds, then now and again. */
export function createRulesLoader({ rest, log, timings, read, readPair, onPairs }: Options): RulesLoader {
  let known: ReadonlyMap<string, ExchangePair> = new Map();

  /** One odd pair costs only itself; of two that would have the same name the first stands. */
  function readPairs(entries: readonly unknown[]) {
    const pairs = new Map<string, ExchangePair>();
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

  async function load(): Promise<boolean> {
    const [listed] = await Promise.all([read(), rest.time.sync()]);
    if (listed.outcome !== 'ok') {
      const reason = listed.outcome === 'unknown' ? listed.reason : listed.message;
      log.warn({ reason }, 'trading rules could not be read');
      return false;
    }
    const { pairs, unread } = readPairs(listed.value);
    log.info({ pairs: pairs.size, unread }, 'trading rules read');
    known = pairs;
    onPairs(pairs);
    return pairs.size > 0;
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

  return {
    pairs: () => known,
    async start(signal) {
      const first = await load();
      keepReading(first, signal).catch((error: unknown) => {
        if (!signal.aborted) log.error({ err: error }, 'trading rules are no longer read');
      });
    },
  };
}
