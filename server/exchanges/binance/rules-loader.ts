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
  /** Reads the rules of one known pair anew, unless that was done just now; resolves whatever came of it. */
  renew(symbol: string): Promise<void>;
}

interface Options {
  rest: Rest;
  log: Log;
  timings: Timings;
  onPairs(pairs: ReadonlyMap<string, BinancePair>): void;
}

const LONGEST_PAUSE = 5_000;
const RENEWED_FOR = 10_000;
const CALL = { path: '/api/v3/exchangeInfo', weight: 20, urgent: true, answer: ExchangeInfo };
const PARAMS = { showPermissionSets: 'false' };
const TRADED = { ...PARAMS, permissions: 'SPOT', symbolStatus: 'TRADING' };

/** What is traded and by which rules: read at the start until it succeeds, then now and again. */
export function createRulesLoader({ rest, log, timings, onPairs }: Options): RulesLoader {
  let known: ReadonlyMap<string, BinancePair> = new Map();

  async function load(): Promise<boolean> {
    const [info] = await Promise.all([rest.ask({ ...CALL, params: TRADED }), rest.time.sync()]);
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

  async function readAnew(symbol: string): Promise<void> {
    const info = await rest.ask({ ...CALL, params: { ...PARAMS, symbol } });
    if (info.outcome === 'ok') known = new Map([...known, ...readPairs(info.value.symbols).pairs]);
  }

  const renewals = new Map<string, { at: number; read: Promise<void> }>();
  async function renew(symbol: string): Promise<void> {
    if (!known.has(symbol)) return;
    const last = renewals.get(symbol);
    if (last === undefined || performance.now() - last.at >= RENEWED_FOR)
      renewals.set(symbol, { at: performance.now(), read: readAnew(symbol) });
    await renewals.get(symbol)?.read;
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
    renew,
    async start(signal) {
      const read = await load();
      keepReading(read, signal).catch((error: unknown) => {
        if (!signal.aborted) log.error({ err: error }, 'trading rules are no longer read');
      });
    },
  };
}
