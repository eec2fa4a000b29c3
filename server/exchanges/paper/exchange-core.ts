import { Big } from 'big.js';
import type { Db } from '../../db/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { type Account, FEES, MARKET_MAKER, type Rights } from './books/model/account.ts';
import type { Execution } from './books/model/execution.ts';
import { isOpen } from './books/model/order.ts';
import { INITIAL_BALANCES, type Ledger, createLedger } from './books/ledger.ts';
import { type BooksStore, booksStore } from './books/records/books.store.ts';
import { Journal } from './books/records/journal.ts';
import { Matching } from './books/matching.ts';
import type { Fill, OrderList } from './books/model/order.ts';
import { type UserEvent, accountPosition, balanceUpdate, executionReport, listStatus } from './books/user-reports.ts';
import { Reporting } from './control/reporting.ts';
import { prepareWrite } from './books/records/write-books.store.ts';
import type { MarketTrade } from './market/candles.ts';
import { Market } from './market/market.ts';
import { CandleKeeper } from './market/series/candle-keeper.ts';
import { candlesStore } from './market/series/candles.store.ts';
import { PAIRS } from './pairs.ts';
import { RateLimits } from './rate-limits.ts';

/** Trade ids left out at a start: those given to prints that were not stored before the process ended. */
const ID_GAP = 1000;

export interface FloorOptions {
  db: Db;
  clock: Clock;
  log: Log;
  seed: number;
  /** Request weight that an address may use in a minute; the real exchange's without it. */
  weight?: number | undefined;
  /** Whether prices set through the control server outlive a restart. */
  keepPins: boolean;
}

export type UserListener = (event: UserEvent) => void;
export interface Print {
  price: Big;
  qty: Big;
  buyerMaker: boolean;
}

type Loaded = Awaited<ReturnType<typeof load>>;

async function load(options: FloorOptions) {
  const store = booksStore(options.db);
  const epoch = await store.takeOver();
  const [marks, own, ids, orders] = await Promise.all([
    store.prices(),
    store.own(),
    store.lastIds(),
    store.openOrders(),
  ]);
  const accounts = await store.accounts([...new Set(orders.map((order) => order.apiKey))]);
  return { store, epoch, marks, own, ids, orders, accounts, ...(await loadCandles(options, marks)) };
}

type Marks = Awaited<ReturnType<BooksStore['prices']>>;

async function loadCandles({ db, clock }: FloorOptions, marks: Marks) {
  const candles = candlesStore(db);
  const marked = new Map(marks.map((mark) => [mark.symbol, mark]));
  const beginnings = await candles.begin(
    PAIRS.map(({ symbol, startPrice }) => {
      const { price, time } = marked.get(symbol) ?? { price: startPrice, time: clock() };
      return { symbol, price, time };
    }),
  );
  return { candles, beginnings, stored: await candles.read(clock()) };
}

function openMarkets(options: FloorOptions, loaded: Loaded): Map<string, Market> {
  const marks = new Map(loaded.marks.map((mark) => [mark.symbol, mark]));
  const now = options.clock();
  const open = (pair: (typeof PAIRS)[number]) => {
    const mark = marks.get(pair.symbol);
    const price = mark?.price ?? pair.startPrice;
    return new Market({
      pair,
      seed: options.seed,
      price,
      time: now,
      beginning: loaded.beginnings.get(pair.symbol) ?? { price, time: now },
      stored: loaded.stored.get(pair.symbol) ?? new Map(),
      tradeId: Math.max(mark?.tradeId ?? 0, loaded.ids.tradeIds.get(pair.symbol) ?? 0) + ID_GAP,
      pinned: options.keepPins && (mark?.pinned ?? false),
    });
  };
  return new Map(PAIRS.map((pair) => [pair.symbol, open(pair)]));
}

/** The trading floor: markets, books and accounts together, one process at a time on one database. */
export class ExchangeCore {
  readonly markets: ReadonlyMap<string, Market>;
  readonly journal: Journal;
  readonly matching: Matching;
  readonly store: BooksStore;
  readonly limits: RateLimits;
  readonly reporting = new Reporting();
  readonly candles: CandleKeeper;
  /** The exchange's own clock: UTC epoch ms, off by whatever a test asked for. */
  readonly now: () => number;
  skew = 0;
  readonly #ledger: Ledger;
  readonly #accounts: Map<string, Account>;
  readonly #tapeListeners = new Set<(trade: MarketTrade) => void>();
  readonly #userListeners = new Map<string, Set<UserListener>>();
  readonly #marked = new Map<string, string>();
  #orderId: number;
  #listId: number;
  #executionId: number;

  constructor(options: FloorOptions, loaded: Loaded) {
    const { db, log, clock } = options;
    this.now = () => clock() + this.skew;
    this.markets = openMarkets(options, loaded);
    this.store = loaded.store;
    const { candles, epoch } = loaded;
    this.candles = new CandleKeeper({ store: candles, markets: this.markets, epoch, clock, log });
    this.limits = new RateLimits(this.now, options.weight);
    this.journal = new Journal({ log, prepare: (batch) => prepareWrite(db, batch, loaded.epoch) });
    this.#ledger = createLedger(this.journal);
    this.#accounts = new Map(loaded.accounts.map((account) => [account.apiKey, account]));
    this.#orderId = loaded.ids.orderId;
    this.#listId = loaded.ids.listId;
    this.#executionId = clock() * 1000;
    this.matching = new Matching({
      ledger: this.#ledger,
      journal: this.journal,
      markets: this.markets,
      accounts: this.#accounts,
      now: this.now,
      nextOrderId: () => (this.#orderId += 1),
      nextListId: () => (this.#listId += 1),
      printed: (fill) => this.#printFill(fill),
      reported: (account, execution) => this.#emit(account, execution),
      reportedList: (account, list) => this.#tellList(account, list),
    });
    this.#restore(loaded);
  }

  #restore(loaded: Loaded): void {
    for (const owner of [MARKET_MAKER, FEES] as const) {
      this.#ledger.load(
        owner,
        loaded.own.filter((row) => row.owner === owner),
      );
    }
    this.#ledger.found();
    for (const order of loaded.orders) {
      const account = this.#accounts.get(order.apiKey);
      if (!account) throw new Error(`The paper exchange holds order ${order.orderId} of an account it does not know.`);
      this.matching.restore(account, order);
    }
  }

  /** A trade of the market at large: it fills the orders it reaches, and their quantity is part of it. A symbol that does not trade has none. */
  trade(market: Market, { price, qty, buyerMaker }: Print): void {
    if (!market.trades) return;
    const firstId = market.tradeId + 1;
    market.quote = price;
    const total = this.matching.reach(market, { price, qty }).plus(qty);
    market.tradeId += 1;
    const { symbol } = market.pair;
    this.#show(market, { symbol, firstId, id: market.tradeId, price, qty: total, time: this.now(), buyerMaker });
    this.matching.spring(market);
  }

  async account(apiKey: string): Promise<Account | null> {
    const known = this.#accounts.get(apiKey);
    if (known) return known;
    const [account] = await this.store.accounts([apiKey]);
    // Two requests may have asked at once: the first one's object is the account.
    if (account && !this.#accounts.has(apiKey)) this.#accounts.set(apiKey, account);
    return this.#accounts.get(apiKey) ?? null;
  }

  async openAccount(): Promise<Account> {
    const account = this.#ledger.open(this.now());
    this.#accounts.set(account.apiKey, account);
    await this.journal.committed();
    return account;
  }

  /** As it was when it was opened: nothing in the book, and the gift. */
  async resetAccount(account: Account): Promise<void> {
    const id = `reset${this.now()}`;
    for (const order of account.open.values()) if (isOpen(order)) this.matching.cancel(order, id);
    for (const asset of new Set([...account.holdings.keys(), ...Object.keys(INITIAL_BALANCES)]))
      this.endow(account, asset, new Big(INITIAL_BALANCES[asset] ?? 0));
    await this.journal.committed();
  }

  /** Gives the keys in use what a new key may do. */
  resetRights(rights: Rights): void {
    for (const account of this.#accounts.values()) this.setRights(account, rights);
  }

  setRights(account: Account, rights: Rights): void {
    account.rights = rights;
    this.journal.account(account);
  }

  setBnbBurn(account: Account, bnbBurn: boolean): void {
    this.setRights(account, { ...account.rights, bnbBurn });
  }

  freeOf(account: Account, asset: string): Big {
    return this.#ledger.of(account, asset).free;
  }

  /** Brings what an account has free of an asset to `free`: the house gives or takes the difference. */
  endow(account: Account, asset: string, free: Big): void {
    const delta = free.minus(this.freeOf(account, asset));
    this.#ledger.endow(account, asset, delta);
    const time = (account.updateTime = this.now());
    this.#later(account, balanceUpdate({ asset, delta, time }, time), accountPosition(account, [asset], time));
  }

  /** Stores where the prices that moved stand now, for the next start. */
  markPrices(): void {
    for (const { pair, price, time, tradeId, pinned } of this.markets.values()) {
      const mark = `${tradeId} ${pinned}`;
      if (this.#marked.get(pair.symbol) === mark) continue;
      this.#marked.set(pair.symbol, mark);
      this.journal.price({ symbol: pair.symbol, price, time, tradeId, pinned });
    }
  }

  onTrade(listener: (trade: MarketTrade) => void): () => void {
    this.#tapeListeners.add(listener);
    return () => void this.#tapeListeners.delete(listener);
  }

  onUserEvent(apiKey: string, listener: UserListener): () => void {
    const listeners = this.#userListeners.get(apiKey) ?? new Set();
    this.#userListeners.set(apiKey, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#userListeners.delete(apiKey);
    };
  }

  #show(market: Market, trade: MarketTrade): void {
    market.print(trade);
    for (const listener of this.#tapeListeners) listener(trade);
  }

  #printFill({ order, price, qty, tradeId, time }: Fill): void {
    const { symbol } = order.pair;
    const market = this.markets.get(symbol);
    const buyerMaker = order.side === 'SELL';
    if (market) this.#show(market, { symbol, firstId: tradeId, id: tradeId, price, qty, time, buyerMaker });
  }

  #emit(account: Account, execution: Execution): void {
    const { order, fill } = execution;
    if (execution.kind === 'NEW') this.limits.countOrder(account.apiKey, 1);
    if (fill && order.executedQty.eq(fill.qty)) this.limits.firstFill(account.apiKey, fill.isMaker);
    const eventTime = this.now();
    this.#executionId += 1;
    const assets = new Set([order.pair.base, order.pair.quote, ...(fill ? [fill.commissionAsset] : [])]);
    this.#later(
      account,
      executionReport(execution, { eventTime, executionId: this.#executionId }),
      accountPosition(account, [...assets], eventTime),
    );
  }

  #tellList(account: Account, list: OrderList): void {
    this.#later(account, listStatus(list, this.now()));
  }

  /** Events say how things stand now, and leave once that is committed. */
  #later(account: Account, ...events: UserEvent[]): void {
    const { apiKey } = account;
    const send: UserListener = (event) => this.#userListeners.get(apiKey)?.forEach((listener) => listener(event));
    this.journal.after(() => events.forEach((event) => this.reporting.pass({ apiKey, event, send })));
  }
}

export async function openCore(options: FloorOptions): Promise<ExchangeCore> {
  const core = new ExchangeCore(options, await load(options));
  await core.journal.committed();
  return core;
}
