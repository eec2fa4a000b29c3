import type { Db } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { ExchangeCore } from './exchange-core.ts';
import { Market } from './market/market.ts';
import { CandleWriter } from './market/series/candle-writer.ts';
import { candlesStore } from './market/series/candles.store.ts';
import { PAIRS } from './pairs.ts';
import { type BooksStore, booksStore } from './records/books.store.ts';
import { Journal } from './records/journal.ts';
import { prepareWrite } from './records/write-books.store.ts';

/** Trade ids left out at a start: those given to prints that were not stored before the process ended. */
const ID_GAP = 1000;

export interface OpenOptions {
  db: Db;
  clock: Clock;
  log: Log;
  seed: number;
  /** Request weight that an address may use in a minute; the real exchange's without it. */
  weight?: number | undefined;
  /** Whether prices set through the control server outlive a restart. */
  keepPins: boolean;
}

type Loaded = Awaited<ReturnType<typeof load>>;
type StoredPrices = Awaited<ReturnType<BooksStore['prices']>>;

async function load(options: OpenOptions) {
  const store = booksStore(options.db);
  const epoch = await store.takeEpoch();
  const [prices, holdings, ids, orders] = await Promise.all([
    store.prices(),
    store.exchangeHoldings(),
    store.lastIds(),
    store.openOrders(),
  ]);
  const accounts = await store.accounts([...new Set(orders.map((order) => order.accountId))]);
  const candles = await loadCandles(options, prices);
  return { store, epoch, prices, ids, stored: { holdings, orders, accounts, lastIds: ids }, ...candles };
}

async function loadCandles({ db, clock }: OpenOptions, prices: StoredPrices) {
  const candles = candlesStore(db);
  const stored = new Map(prices.map((price) => [price.symbol, price]));
  const beginnings = await candles.begin(
    PAIRS.map(({ symbol, startPrice }) => {
      const { price, time } = stored.get(symbol) ?? { price: startPrice, time: clock() };
      return { symbol, price, time };
    }),
  );
  return { candles, beginnings, storedCandles: await candles.read(clock()) };
}

function openMarkets(options: OpenOptions, loaded: Loaded): Map<string, Market> {
  const prices = new Map(loaded.prices.map((price) => [price.symbol, price]));
  const now = options.clock();
  const open = (pair: (typeof PAIRS)[number]) => {
    const stored = prices.get(pair.symbol);
    const price = stored?.price ?? pair.startPrice;
    return new Market({
      pair,
      seed: options.seed,
      price,
      time: now,
      beginning: loaded.beginnings.get(pair.symbol) ?? { price, time: now },
      stored: loaded.storedCandles.get(pair.symbol) ?? new Map(),
      tradeId: Math.max(stored?.tradeId ?? 0, loaded.ids.tradeIds.get(pair.symbol) ?? 0) + ID_GAP,
      pinned: options.keepPins && (stored?.pinned ?? false),
    });
  };
  return new Map(PAIRS.map((pair) => [pair.symbol, open(pair)]));
}

/** Opens the exchange on what an earlier run stored; that run can write nothing more. */
export async function openCore(options: OpenOptions): Promise<ExchangeCore> {
  const { db, clock, log, weight } = options;
  const loaded = await load(options);
  const { store, epoch, stored } = loaded;
  const markets = openMarkets(options, loaded);
  const candles = new CandleWriter({ store: loaded.candles, markets, epoch, clock, log });
  const journal = new Journal({ log, prepare: (batch) => prepareWrite(db, batch, epoch) });
  const core = new ExchangeCore({ clock, weight, store, journal, candles, markets, stored });
  await core.journal.committed();
  return core;
}
