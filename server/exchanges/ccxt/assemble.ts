import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { orderRank } from '../../runtime/rate-budget/call-rank.ts';
import type { RateBudget } from '../../runtime/rate-budget/rate-budget.ts';
import type { RulesLoader } from '../connecting/rules-loader.ts';
import { runExchange } from '../connecting/run-exchange.ts';
import type { TradeFeed } from '../connecting/trade-feed.ts';
import type { Exchange } from '../exchange.ts';
import type { ExchangePair } from '../../domain/market/pair.ts';
import type { Rest } from './rest/rest.ts';
import type { AccountWatches } from './streams/account-watches.ts';
import type { CcxtTimings } from './ccxt-timings.ts';
import { notSent } from '../refusals.ts';

/** What every adapter on ccxt is given. */
export interface AdapterOptions {
  clock: Clock;
  log: Log;
  timings?: Partial<CcxtTimings>;
  /** Of the outgoing address; one of this adapter alone when not given. */
  budget?: RateBudget;
}

type Calls = Omit<
  Exchange,
  | 'market'
  | 'pairs'
  | 'renewPair'
  | 'watchPairs'
  | 'start'
  | 'stop'
  | 'ready'
  | 'orderWait'
  | 'allOpenOrders'
  | 'watchTrades'
  | 'watchAccount'
  | 'placeList'
  | 'cancelList'
  | 'findList'
>;

interface AdapterParts {
  market: Exchange['market'];
  /** In sentences: 'Bybit'. */
  name: string;
  rest: Rest;
  rules: RulesLoader<ExchangePair>;
  trades: TradeFeed;
  accounts: AccountWatches;
  pairStreams?: { close(): void };
  calls: Calls;
  log: Log;
  timings: CcxtTimings;
}

type ListCalls = Pick<Exchange, 'placeList' | 'cancelList' | 'findList'>;

/** For an exchange without order lists: refused here, with what is done instead. */
function refuseLists(name: string): ListCalls {
  const refused = async () =>
    notSent(
      `${name} has no order lists: Tandem itself watches a take profit and a stop loss there, and cancels one when the other is filled.`,
    );
  return { placeList: refused, cancelList: refused, findList: refused };
}

export function assemble({ market, name, calls, ...deps }: AdapterParts): Exchange {
  const { rest } = deps;
  return {
    market,
    ...runExchange({ ...deps, beat: () => rest.time.sync() }),
    orderWait: (_, order) => rest.limiter.wait(orderRank(order)),
    allOpenOrders: (credentials) => calls.openOrders(credentials),
    ...calls,
    ...refuseLists(name),
  };
}
