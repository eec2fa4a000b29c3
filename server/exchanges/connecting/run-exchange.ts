import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../lib/log.ts';
import type { Exchange } from '../exchange.ts';
import type { ExchangePair } from '../../domain/market/pair.ts';
import type { RulesLoader } from './rules-loader.ts';
import type { TradeFeed } from './trade-feed.ts';

interface ExchangeParts {
  rest: { answering(): boolean; close(): Promise<void> };
  rules: RulesLoader<ExchangePair>;
  trades: Pick<TradeFeed, 'watch' | 'close'>;
  accounts: { watch: Exchange['watchAccount']; close(): void };
  /** Books and trades of watched pairs. */
  pairStreams?: { close(): void };
  log: Log;
  /** Ms: the longest that start() holds the server up, and between signs of life. */
  timings: { start: number; heartbeat: number };
  /** A sign of life. */
  beat(): Promise<unknown>;
}

type Running = Pick<
  Exchange,
  'pairs' | 'renewPair' | 'watchPairs' | 'start' | 'stop' | 'ready' | 'watchTrades' | 'watchAccount'
>;

const LOOK_AGAIN = 1_000;

/** What every adapter does the same way: begins, says whether it is ready, ends. */
export function runExchange(parts: ExchangeParts): Running {
  const { rest, rules, trades, accounts, pairStreams, log, timings, beat } = parts;
  const stopped = new AbortController();
  const { signal } = stopped;

  /** Keeps the clock's offset true, and notices that the exchange is back without waiting for an order. */
  async function heartbeat(): Promise<void> {
    let last = Number.NEGATIVE_INFINITY;
    for (;;) {
      if (performance.now() - last >= timings.heartbeat || !rest.answering()) {
        await beat();
        last = performance.now();
      }
      await sleep(Math.min(timings.heartbeat, LOOK_AGAIN), undefined, { signal, ref: false });
    }
  }

  return {
    pairs: rules.pairs,
    renewPair: (symbol) => rules.renew(symbol),
    watchPairs: rules.watch,
    async start() {
      await Promise.race([rules.start(signal), sleep(timings.start, undefined, { ref: false })]);
      heartbeat().catch((error: unknown) => {
        if (!signal.aborted) log.error({ err: error }, 'the heartbeat ended');
      });
    },
    async stop() {
      stopped.abort();
      trades.close();
      accounts.close();
      pairStreams?.close();
      await rest.close();
    },
    ready: () => rules.pairs().size > 0 && rest.answering(),
    watchTrades: trades.watch,
    watchAccount: accounts.watch,
  };
}
