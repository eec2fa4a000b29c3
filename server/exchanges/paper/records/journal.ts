import type { Big } from 'big.js';
import { backoff } from '#contracts/rules/backoff.ts';
import type { Holding } from '../../../domain/matching/model/matching-account.ts';
import type { Fill, Order, OrderList } from '../../../domain/matching/model/order.ts';
import type { Log } from '../../../lib/log.ts';
import type { PaperAccount } from '../paper-account.ts';
import { refusal } from '../binance-error.ts';

export interface StoredPrice {
  symbol: string;
  price: Big;
  time: number;
  tradeId: number;
  pinned: boolean;
}

/** What changed, in its current state: rows are written whole, so writing a batch twice does no harm. */
export interface Batch {
  accounts: Set<PaperAccount>;
  holdings: Set<Holding>;
  orders: Set<Order>;
  lists: Set<OrderList>;
  fills: Fill[];
  prices: Map<string, StoredPrice>;
}

interface PendingBatch extends Batch {
  callbacks: (() => void)[];
  done: Promise<void>;
  settle: { resolve: () => void; reject: (reason: unknown) => void };
}

const ANSWER_WITHIN_MS = 10_000;
const RETRY_MS = { min: 100, max: 2000 };

function newBatch(): PendingBatch {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // A failure is logged where it happens: without this handler, one that no caller awaits would end the process.
  promise.catch(() => {});
  return {
    accounts: new Set(),
    holdings: new Set(),
    orders: new Set(),
    lists: new Set(),
    fills: [],
    prices: new Map(),
    callbacks: [],
    done: promise,
    settle: { resolve, reject },
  };
}

const isEmpty = ({ accounts, holdings, orders, lists, fills, prices }: PendingBatch) =>
  accounts.size + holdings.size + orders.size + lists.size + fills.length + prices.size === 0;

function withTimeout(promise: Promise<void>): Promise<void> {
  const { promise: answer, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(refusal(-1007)), ANSWER_WITHIN_MS);
  promise.then(resolve, () => reject(refusal(-1007))).finally(() => clearTimeout(timer));
  return answer;
}

interface JournalOptions {
  /** Takes a snapshot and answers the write of it, which is false when another process has taken over. */
  prepare: (batch: Batch) => () => Promise<boolean>;
  log: Log;
}

/**
 * Group commit: whatever changes while one batch is being written goes into the next, one transaction each, in order.
 * A write that failed is repeated with the same rows.
 */
export class Journal {
  readonly #options: JournalOptions;
  #collecting = newBatch();
  #writing: PendingBatch | null = null;
  #closed = false;

  constructor(options: JournalOptions) {
    this.#options = options;
  }

  account(account: PaperAccount): void {
    this.#record((batch) => batch.accounts.add(account));
  }

  holding(holding: Holding): void {
    this.#record((batch) => batch.holdings.add(holding));
  }

  order(order: Order): void {
    this.#record((batch) => batch.orders.add(order));
  }

  list(list: OrderList): void {
    this.#record((batch) => batch.lists.add(list));
  }

  trade(fill: Fill): void {
    this.#record((batch) => batch.fills.push(fill));
  }

  price(stored: StoredPrice): void {
    this.#record((batch) => batch.prices.set(stored.symbol, stored));
  }

  /** Runs once all that was recorded before it is committed. */
  after(run: () => void): void {
    this.#record((batch) => batch.callbacks.push(run));
  }

  /** Resolves when all that was recorded so far is committed; refuses with -1007 when that takes too long. */
  committed(): Promise<void> {
    return this.#closed ? Promise.reject(refusal(-1007)) : withTimeout(this.#lastCommit());
  }

  /** Commits what is left, or logs what it cannot; afterwards `committed` always refuses. */
  async close(): Promise<void> {
    await Promise.allSettled([this.#lastCommit()]);
    this.#closed = true;
  }

  #lastCommit(): Promise<void> {
    if (!isEmpty(this.#collecting)) return this.#collecting.done;
    return this.#writing ? this.#writing.done : Promise.resolve();
  }

  #record(change: (batch: PendingBatch) => void): void {
    change(this.#collecting);
    if (this.#writing) return;
    this.#writing = this.#collecting;
    queueMicrotask(() => void this.#writeBatches());
  }

  async #writeBatches(): Promise<void> {
    while (!isEmpty(this.#collecting) || this.#collecting.callbacks.length > 0) {
      const batch = this.#collecting;
      this.#collecting = newBatch();
      this.#writing = batch;
      try {
        if (!isEmpty(batch)) await this.#persist(batch);
        batch.settle.resolve();
        for (const callback of batch.callbacks) callback();
      } catch (error) {
        this.#options.log.error({ err: error }, 'The paper exchange lost changes to its books.');
        batch.settle.reject(error);
      }
    }
    this.#writing = null;
  }

  async #persist(batch: PendingBatch): Promise<void> {
    const write = this.#options.prepare(batch);
    for (let attempt = 1; !this.#closed; attempt += 1) {
      try {
        if (await write()) return;
        this.#closed = true;
      } catch (error) {
        this.#options.log.error({ err: error, attempt }, 'The paper exchange could not write its books; trying again.');
        await new Promise((resolve) => setTimeout(resolve, backoff(attempt, RETRY_MS)));
      }
    }
    throw new Error('Another process has taken over the paper exchange, or it was closed; this one writes no more.');
  }
}
