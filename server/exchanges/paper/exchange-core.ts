import { Big } from 'big.js';
import { Matching } from '../../domain/matching/engine/matching.ts';
import { type Account, FEES, MARKET_MAKER } from '../../domain/matching/model/matching-account.ts';
import type { Execution } from '../../domain/matching/model/execution.ts';
import type { MatchingListener } from '../../domain/matching/model/listener.ts';
import type { MarketTrade, Print } from '../../domain/matching/model/market.ts';
import { type Order, isOpen } from '../../domain/matching/model/order.ts';
import { type Ledger, createLedger } from '../../domain/matching/money/ledger.ts';
import { checkCancels } from '../../domain/matching/rules/symbol-status.ts';
import type { Clock } from '../../lib/clock.ts';
import { type PaperAccount, type Rights, paperAccount, FULL_RIGHTS } from './paper-account.ts';
import { ReportFaults } from './faults/report-faults.ts';
import { randomText } from './ids.ts';
import type { Resting } from './market/depth.ts';
import type { Market } from './market/market.ts';
import type { CandleWriter } from './market/series/candle-writer.ts';
import { ASSETS, FEE_RATES } from './pairs.ts';
import { RateLimits } from './rate-limits.ts';
import type { BooksStore } from './records/books.store.ts';
import type { Journal } from './records/journal.ts';
import { type UserEvent, accountPosition, balanceUpdate, executionReport, listStatus } from './user-reports.ts';

/** What a new account has, by asset. */
const INITIAL_BALANCES: Readonly<Record<string, string>> = {
  USDT: '10000',
  XRP: '10000',
  BTC: '1',
  ETH: '10',
  BNB: '10',
};
const KEY_LENGTH = 64;

export interface CoreParts {
  clock: Clock;
  /** Request weight that an address may use in a minute; the real exchange's without it. */
  weight: number | undefined;
  store: BooksStore;
  journal: Journal;
  candles: CandleWriter;
  markets: ReadonlyMap<string, Market>;
  stored: StoredBooks;
}

/** The books as an earlier run left them. */
export interface StoredBooks {
  /** Of those that have open orders. */
  accounts: readonly PaperAccount[];
  /** The exchange's own. */
  holdings: Awaited<ReturnType<BooksStore['exchangeHoldings']>>;
  orders: Awaited<ReturnType<BooksStore['openOrders']>>;
  lastIds: { orderId: number; listId: number };
}

export type UserListener = (event: UserEvent) => void;

const counter = (last: number): (() => number) => {
  let id = last;
  return () => (id += 1);
};

/** The exchange: its markets, books and accounts, in one process at a time on one database. */
export class ExchangeCore {
  readonly markets: ReadonlyMap<string, Market>;
  readonly journal: Journal;
  readonly matching: Matching;
  readonly store: BooksStore;
  readonly limits: RateLimits;
  readonly reportFaults = new ReportFaults();
  readonly candles: CandleWriter;
  /** The exchange's own clock: UTC epoch ms, off by whatever a test asked for. */
  readonly now: () => number;
  skew = 0;
  readonly #ledger: Ledger;
  readonly #accounts: Map<string, PaperAccount>;
  readonly #tradeListeners = new Set<(trade: MarketTrade) => void>();
  readonly #userListeners = new Map<string, Set<UserListener>>();
  readonly #storedPrices = new Map<string, string>();
  readonly #nextExecutionId: () => number;

  constructor({ clock, weight, store, journal, candles, markets, stored }: CoreParts) {
    this.now = () => clock() + this.skew;
    this.markets = markets;
    this.store = store;
    this.candles = candles;
    this.journal = journal;
    this.limits = new RateLimits(this.now, weight);
    this.#accounts = new Map(stored.accounts.map((account) => [account.id, account]));
    this.#nextExecutionId = counter(clock() * 1000);
    const listener = this.#listener();
    this.#ledger = createLedger(listener);
    const { orderId, listId } = stored.lastIds;
    this.matching = new Matching({
      ledger: this.#ledger,
      markets,
      accounts: this.#accounts,
      fees: FEE_RATES,
      now: this.now,
      nextId: { order: counter(orderId), list: counter(listId), prevention: counter(this.now()) },
      listener,
    });
    this.#restore(stored);
  }

  #listener(): MatchingListener {
    const { journal } = this;
    return {
      holdingChanged: (holding) => journal.holding(holding),
      orderChanged: (order) => journal.order(order),
      listChanged: (list) => journal.list(list),
      filled: (fill) => journal.trade(fill),
      traded: (trade) => this.#tradeListeners.forEach((listener) => listener(trade)),
      executed: (account, execution) => this.#report(account, execution),
      listReported: (account, list) => this.#afterCommit(account, listStatus(list, this.now())),
    };
  }

  #restore({ holdings, orders }: StoredBooks): void {
    for (const owner of [MARKET_MAKER, FEES] as const) {
      this.#ledger.load(
        owner,
        holdings.filter((row) => row.owner === owner),
      );
    }
    this.#ledger.issue(ASSETS);
    for (const order of orders) {
      const account = this.#accounts.get(order.accountId);
      if (!account) throw new Error(`The paper exchange holds order ${order.orderId} of an account it does not know.`);
      this.matching.restore(account, order);
    }
  }

  trade(market: Market, print: Print): void {
    this.matching.trade(market, print);
  }

  async account(apiKey: string): Promise<PaperAccount | null> {
    const known = this.#accounts.get(apiKey);
    if (known) return known;
    const [account] = await this.store.accounts([apiKey]);
    // Two requests may have asked at once: the first one's object is the account.
    if (account && !this.#accounts.has(apiKey)) this.#accounts.set(apiKey, account);
    return this.#accounts.get(apiKey) ?? null;
  }

  async openAccount(): Promise<PaperAccount> {
    const [id, secret, time] = [randomText(KEY_LENGTH), randomText(KEY_LENGTH), this.now()];
    const account = paperAccount({ id, secret, rights: FULL_RIGHTS, createdAt: time, updateTime: time });
    this.journal.account(account);
    for (const [asset, amount] of Object.entries(INITIAL_BALANCES))
      this.#ledger.credit(account, asset, new Big(amount));
    this.#accounts.set(id, account);
    await this.journal.committed();
    return account;
  }

  /** Back to what it was when it was opened: nothing in the book, and the initial balances. */
  async resetAccount(account: PaperAccount): Promise<void> {
    const id = `reset${this.now()}`;
    for (const order of account.open.values()) if (isOpen(order)) this.matching.cancel(order, id);
    for (const asset of new Set([...account.holdings.keys(), ...Object.keys(INITIAL_BALANCES)]))
      this.setFree(account, asset, new Big(INITIAL_BALANCES[asset] ?? 0));
    await this.journal.committed();
  }

  /** As its owner asks; answers what was canceled. Throws the refusal while the symbol's status does not allow it. */
  cancel(order: Order, cancelId: string): Order[] {
    const market = this.markets.get(order.pair.symbol);
    if (market) checkCancels(market);
    return this.matching.cancel(order, cancelId);
  }

  /** Gives the keys in use the rights of a new one. */
  resetRights(rights: Rights): void {
    for (const account of this.#accounts.values()) this.setRights(account, rights);
  }

  setRights(account: PaperAccount, rights: Rights): void {
    account.rights = rights;
    this.journal.account(account);
  }

  setBnbBurn(account: PaperAccount, bnbBurn: boolean): void {
    this.setRights(account, { ...account.rights, bnbBurn });
  }

  freeOf(account: PaperAccount, asset: string): Big {
    return this.#ledger.of(account, asset).free;
  }

  /** Brings what an account has free of an asset to `free`: the market maker gives or takes the difference. */
  setFree(account: PaperAccount, asset: string, free: Big): void {
    const delta = free.minus(this.freeOf(account, asset));
    this.#ledger.credit(account, asset, delta);
    const time = (account.updateTime = this.now());
    this.#afterCommit(account, balanceUpdate({ asset, delta, time }, time), accountPosition(account, [asset], time));
  }

  /** What the accounts have on the book of a market, at most so many levels a side. */
  resting({ pair }: Market, most: number): Resting {
    return {
      bids: this.matching.levels(pair.symbol, 'BUY', most),
      asks: this.matching.levels(pair.symbol, 'SELL', most),
    };
  }

  /** Stores the prices that moved, for the next start. */
  storePrices(): void {
    for (const { pair, price, time, tradeId, pinned } of this.markets.values()) {
      const state = `${tradeId} ${pinned}`;
      if (this.#storedPrices.get(pair.symbol) === state) continue;
      this.#storedPrices.set(pair.symbol, state);
      this.journal.price({ symbol: pair.symbol, price, time, tradeId, pinned });
    }
  }

  onTrade(listener: (trade: MarketTrade) => void): () => void {
    this.#tradeListeners.add(listener);
    return () => void this.#tradeListeners.delete(listener);
  }

  onUserEvent(apiKey: string, listener: UserListener): () => void {
    const listeners = this.#userListeners.get(apiKey) ?? new Set();
    this.#userListeners.set(apiKey, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#userListeners.delete(apiKey);
    };
  }

  #report(account: Account, execution: Execution): void {
    const { order, fill } = execution;
    if (execution.kind === 'NEW') this.limits.countOrder(account.id, 1);
    if (fill && order.executedQty.eq(fill.qty)) this.limits.firstFill(account.id, fill.isMaker);
    const eventTime = this.now();
    const assets = new Set([order.pair.base, order.pair.quote, ...(fill ? [fill.commissionAsset] : [])]);
    this.#afterCommit(
      account,
      executionReport(execution, { eventTime, executionId: this.#nextExecutionId() }),
      accountPosition(account, [...assets], eventTime),
    );
  }

  /** Events show the state of now, and leave once that is committed. */
  #afterCommit(account: Account, ...events: UserEvent[]): void {
    const apiKey = account.id;
    const send: UserListener = (event) => this.#userListeners.get(apiKey)?.forEach((listener) => listener(event));
    this.journal.after(() => events.forEach((event) => this.reportFaults.send({ apiKey, event, send })));
  }
}
