import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { Exchange } from '../exchange.ts';
import { refuseLists } from './lists.ts';
import type { Rest } from './rest/rest.ts';
import type { RulesLoader } from './rules-loader.ts';
import type { AccountWatches } from './streams/account-watches.ts';
import type { TradeFeed } from './streams/trade-feed.ts';
import type { Timings } from './timings.ts';

/** What every adapter on ccxt is given. */
export interface AdapterOptions {
  clock: Clock;
  log: Log;
  timings?: Partial<Timings>;
}

type Calls = Omit<
  Exchange,
  | 'market'
  | 'pairs'
  | 'start'
  | 'stop'
  | 'ready'
  | 'watchTrades'
  | 'watchAccount'
  | 'placeList'
  | 'cancelList'
  | 'findList'
>;

interface Parts {
  market: Exchange['market'];
  /** In sentences: 'Bybit'. */
  name: string;
  rest: Rest;
  rules: RulesLoader;
  trades: TradeFeed;
  accounts: AccountWatches;
  calls: Calls;
  log: Log;
  timings: Timings;
}

const LOOK_AGAIN = 1_000;

export function assemble({ market, name, rest, rules, trades, accounts, calls, log, timings }: Parts): Exchange {
  const stopped = new AbortController();
  const { signal } = stopped;
  return {
    market,
    pairs: rules.pairs,
    async start() {
      await Promise.race([rules.start(signal), sleep(timings.start, undefined, { ref: false })]);
      heartbeat(rest, timings.heartbeat, signal).catch((error: unknown) => {
        if (!signal.aborted) log.error({ err: error }, 'the heartbeat ended');
      });
    },
    async stop() {
      stopped.abort();
      trades.close();
      accounts.close();
      await rest.close();
    },
    ready: () => rules.pairs().size > 0 && rest.answering(),
    ...calls,
    ...refuseLists(name),
    watchTrades: trades.watch,
    watchAccount: accounts.watch,
  };
}

/** Keeps the clock's offset true, and notices that the exchange is back without waiting for an order. */
async function heartbeat(rest: Rest, period: number, signal: AbortSignal): Promise<void> {
  let last = Number.NEGATIVE_INFINITY;
  for (;;) {
    if (performance.now() - last >= period || !rest.answering()) {
      await rest.time.sync();
      last = performance.now();
    }
    await sleep(Math.min(period, LOOK_AGAIN), undefined, { signal, ref: false });
  }
}
