import type { Exchange } from '../exchange.ts';
import { assemble, type AdapterOptions } from '../ccxt/assemble.ts';
import { explainRefusals } from '../ccxt/explain-refusal.ts';
import { createRest } from '../ccxt/rest/rest.ts';
import { createRulesLoader, type RulesLoader } from '../connecting/rules-loader.ts';
import { createAccountWatches } from '../ccxt/streams/account-watches.ts';
import { createTradeFeed } from '../connecting/trade-feed.ts';
import { CCXT_TIMINGS } from '../ccxt/ccxt-timings.ts';
import { createAccountCalls } from './account.ts';
import { checkKey } from './check-key.ts';
import { createSigner, makeClient } from './client.ts';
import { dialect, isBalance } from './dialect.ts';
import { createFillCalls } from './fills.ts';
import { sharedBooks } from './books.ts';
import { type CoinbasePair, createMarketData, readPair, readProducts } from './coinbase-market-data.ts';
import { createCancel } from './orders/cancel-order.ts';
import { createLookups } from './orders/find-order.ts';
import { createPlace } from './orders/place-order.ts';
import { pollAccount } from './streams/account-poll.ts';
import { openTradeLine, PAIRS_PER_LINE } from './streams/trade-line.ts';

export interface CoinbaseOptions extends AdapterOptions {
  /** An origin: https://api.coinbase.com. */
  restUrl?: string;
  /** Whole: wss://advanced-trade-ws.coinbase.com. */
  wsUrl?: string;
}

/** Coinbase Advanced Trade, spot, by ccxt. */
export function createCoinbase(options: CoinbaseOptions): Exchange {
  const { restUrl = 'https://api.coinbase.com', wsUrl = 'wss://advanced-trade-ws.coinbase.com' } = options;
  const timings = { ...CCXT_TIMINGS, ...options.timings };
  const log = options.log.child({ exchange: 'coinbase' });
  const sign = createSigner({ restUrl }, () => rest.time.now());
  const { clock, budget } = options;
  const rest = createRest({ restUrl, clock, timings, dialect: { ...dialect, sign }, budget });

  let books = sharedBooks([]);
  const trades = createTradeFeed({
    log,
    pairsPerLine: PAIRS_PER_LINE,
    open: (productIds, emit) =>
      openTradeLine(
        { wsUrl, log, timings, makeClient: () => makeClient({ restUrl }, rest.time.now), books: () => books },
        productIds,
        emit,
      ),
  });
  const rules: RulesLoader<CoinbasePair> = createRulesLoader({
    rest,
    log,
    timings,
    read: (symbol) => readProducts(rest, symbol === undefined ? undefined : rules.pairs().get(symbol)?.productId),
    readPair,
    onPairs(pairs) {
      books = sharedBooks(pairs.values());
      trades.setSymbols(books.ids);
    },
  });
  const lookups = createLookups({ rest, pairs: rules.pairs, log });
  const { find, openOrders, byId, productId } = lookups;
  const { fills, latestFills } = createFillCalls(rest, productId);
  const accounts = createAccountWatches(log, (credentials, emit) =>
    pollAccount({ log, timings, openOrders, byId, latestFills }, credentials, emit),
  );
  return assemble({
    market: 'coinbase',
    name: 'Coinbase',
    rest,
    rules,
    trades,
    accounts,
    log,
    timings,
    calls: {
      find,
      openOrders,
      cancel: createCancel(rest, timings, lookups),
      place: explainRefusals(
        { name: 'Coinbase', pairs: rules.pairs, isBalance },
        createPlace({ rest, pairs: rules.pairs, renew: rules.renew }, lookups),
      ),
      fills,
      ...createAccountCalls(rest),
      ...createMarketData(rest, rules.pairs),
      // Its stream begins with the whole book, of tens of thousands of levels: not read.
      details: null,
      checkKey: (credentials) => checkKey(rest, credentials),
    },
  });
}
