import type { Exchange, ExchangePair } from '../exchange.ts';
import { assemble, type AdapterOptions } from '../ccxt/assemble.ts';
import { explainRefusals } from '../ccxt/explain-refusal.ts';
import { createRest } from '../ccxt/rest/rest.ts';
import { createRulesLoader } from '../connecting/rules-loader.ts';
import { createAccountWatches } from '../ccxt/streams/account-watches.ts';
import { createTradeFeed } from '../connecting/trade-feed.ts';
import { TIMINGS } from '../ccxt/timings.ts';
import { createAccountCalls } from './account.ts';
import { checkKey } from './check-key.ts';
import { createSigner, makeClient } from './client.ts';
import { dialect, isBalance } from './dialect.ts';
import { createFillCalls } from './fills.ts';
import { createMarketData, PRODUCTS, readPair } from './market-data.ts';
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

const productIdOf = ({ base, counter }: ExchangePair) => `${base}-${counter}`;

/** Coinbase Advanced Trade, spot, by ccxt. One instance for each address: the rate limit is shared. */
export function createCoinbase(options: CoinbaseOptions): Exchange {
  const { restUrl = 'https://api.coinbase.com', wsUrl = 'wss://advanced-trade-ws.coinbase.com' } = options;
  const timings = { ...TIMINGS, ...options.timings };
  const log = options.log.child({ exchange: 'coinbase' });
  const sign = createSigner({ restUrl }, () => rest.time.now());
  const rest = createRest({ restUrl, clock: options.clock, timings, dialect: { ...dialect, sign } });

  const trades = createTradeFeed({
    log,
    pairsPerLine: PAIRS_PER_LINE,
    open: (productIds, tell) =>
      openTradeLine(
        { wsUrl, log, timings, makeClient: () => makeClient({ restUrl }, rest.time.now) },
        productIds,
        tell,
      ),
  });
  const rules = createRulesLoader({
    rest,
    log,
    timings,
    async read() {
      const answer = await rest.ask(PRODUCTS);
      return answer.outcome === 'ok' ? { outcome: 'ok', value: answer.value.products } : answer;
    },
    readPair,
    onPairs: (pairs) => trades.setSymbols([...pairs.values()].map(productIdOf)),
  });
  const lookups = createLookups(rest, rules.pairs);
  const { find, openOrders, byId, productId } = lookups;
  const { fills, latestFills } = createFillCalls(rest, productId);
  const accounts = createAccountWatches(log, (credentials, tell) =>
    pollAccount({ log, timings, openOrders, byId, latestFills }, credentials, tell),
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
      place: explainRefusals({ name: 'Coinbase', pairs: rules.pairs, isBalance }, createPlace(rest, lookups)),
      fills,
      ...createAccountCalls(rest),
      ...createMarketData(rest, rules.pairs),
      checkKey: (credentials) => checkKey(rest, credentials),
    },
  });
}
