import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../lib/log.ts';
import type { Rest } from './rest/rest.ts';
import { growingPause } from '../connecting/growing-pause.ts';
import type { Timings } from './timings.ts';
import { ExchangeInfo, readPairs, weightLimit, type BinancePair } from './trading-rules.ts';

export interface RulesLoader {
  pairs(): ReadonlyMap<string, BinancePair>;
  /** Resolves after the first attempt, whatever came of it; reading goes on in the background until `signal`. */
  start(signal: AbortSignal): Promise<void>;
}

interface Options {
  rest: Rest;
  log: Log;
  timings: Timings;
  onPairs(pairs: ReadonlyMap<string, BinancePair>): void;
}

const LONGEST_PAUSE = 5_000;
const PARAMS = { permissions: 'SPOT', symbolStatus: 'TRADING', showPermissionSets: 'false' };

/** What is traded and by which rules: read at the start until it succeeds, then now and again. */
export function createRulesLoader({ rest, log, timings, onPairs }: Options): RulesLoader {
  let known: ReadonlyMap<string, BinancePair> = new Map();

  async function load(): Promise<boolean> {
    const call = { path: '/api/v3/exchangeInfo', params: PARAMS, weight: 20, urgent: true, answer: ExchangeInfo };
    const [info] = await Promise.all([rest.ask(call), rest.time.sync()]);
    if (info.outcome !== 'ok') {
      log.warn({ reason: info.outcome === 'unknown' ? info.reason : info.message }, 'trading rules could not be read');
      return false;
    }
    const { pairs, unread } = readPairs(info.value.symbols);
    const limit = weightLimit(info.value);
    if (limit !== undefined) rest.limiter.setLimit(limit);
    log.info({ pairs: pairs.size, unread }, 'trading rules read');
    known = pairs;
    onPairs(pairs);
    return pairs.size > 0;
  }

  async function keepReading(read: boolean, signal: AbortSignal): Promise<void> {
    const pause = growingPause(timings.firstPause, LONGEST_PAUSE);
    let succeeded = read;
    while (!signal.aborted) {
      if (succeeded) pause.reset();
      await sleep(succeeded ? timings.rules : pause.take(), undefined, { signal, ref: false });
      succeeded = await load();
    }
  }

  return {
    pairs: () => known,
    async start(signal) {
      const read = await load();
      keepReading(read, signal).catch((error: unknown) => {
        if (!signal.aborted) log.error({ err: error }, 'trading rules are no longer read');
      });
    },
  };
}
