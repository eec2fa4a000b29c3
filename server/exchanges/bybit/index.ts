import type { Credentials, Exchange } from '../exchange.ts';
import { assemble, type AdapterOptions } from '../ccxt/assemble.ts';
import { explainRefusals } from '../ccxt/explain-refusal.ts';
import { createRest } from '../ccxt/rest/rest.ts';
import { createRulesLoader } from '../connecting/rules-loader.ts';
import { createAccountWatches } from '../ccxt/streams/account-watches.ts';
import { createTradeFeed } from '../connecting/trade-feed.ts';
import { CCXT_TIMINGS } from '../ccxt/ccxt-timings.ts';
import { createAccountCalls } from './account.ts';
import { checkKey } from './check-key.ts';
import { createSigner, makeClient, type Addresses } from './client.ts';
import { dialect, isBalance } from './dialect.ts';
import { createMarketData, INSTRUMENTS, readPair, recentTrades } from './bybit-market-data.ts';
import { createCancel } from './orders/cancel-order.ts';
import { createLookups } from './orders/find-order.ts';
import { createPlace } from './orders/place-order.ts';
import { openAccountLine } from './streams/account-line.ts';
import { createPairLines } from './streams/pair-lines.ts';
import { openTradeLine, PAIRS_PER_LINE } from './streams/trade-line.ts';

export interface BybitOptions extends AdapterOptions, Partial<Addresses> {}

const PUBLIC: Addresses = { restUrl: 'https://api.bybit.com', wsUrl: 'wss://stream.bybit.com' };

/** Bybit spot on unified trading accounts, by ccxt. */
export function createBybit(options: BybitOptions): Exchange {
  const { restUrl = PUBLIC.restUrl, wsUrl = PUBLIC.wsUrl } = options;
  const addresses = { restUrl, wsUrl };
  const timings = { ...CCXT_TIMINGS, ...options.timings };
  const log = options.log.child({ exchange: 'bybit' });
  const sign = createSigner(addresses, () => rest.time.now());
  const { clock, budget } = options;
  const rest = createRest({ restUrl, clock, timings, dialect: { ...dialect, sign }, budget });
  const client = async (credentials?: Credentials) =>
    Object.assign(await makeClient(addresses, rest.time.now), credentials);

  const trades = createTradeFeed({
    log,
    pairsPerLine: PAIRS_PER_LINE,
    open: (symbols, emit) => openTradeLine({ wsUrl, log, timings, makeClient: client }, symbols, emit),
  });
  const rules = createRulesLoader({
    rest,
    log,
    timings,
    async read() {
      const answer = await rest.ask(INSTRUMENTS);
      return answer.outcome === 'ok' ? { outcome: 'ok', value: answer.value.list } : answer;
    },
    readPair,
    onPairs: (pairs) => trades.setSymbols([...pairs.keys()]),
  });
  const accounts = createAccountWatches(log, (credentials, emit) =>
    openAccountLine({ wsUrl, log, timings, pairs: rules.pairs, makeClient: client }, credentials, emit),
  );
  const pairStreams = createPairLines({ wsUrl, log, timings, makeClient: client });
  const lookups = createLookups({ rest, log });
  const cancel = createCancel(rest, timings, lookups.find);
  const place = createPlace(rest, { find: lookups.find, cancel });
  return assemble({
    market: 'bybit',
    name: 'Bybit',
    rest,
    rules,
    trades,
    accounts,
    pairStreams,
    log,
    timings,
    calls: {
      ...lookups,
      cancel,
      place: explainRefusals({ name: 'Bybit', pairs: rules.pairs, isBalance }, place),
      ...createAccountCalls(rest, rules.pairs),
      ...createMarketData(rest, rules.pairs),
      details: { watch: pairStreams.watch, recentTrades: recentTrades(rest) },
      checkKey: (credentials) => checkKey(rest, credentials),
    },
  });
}
