import type { Big } from 'big.js';
import type { Holding } from '../../../domain/matching/model/account.ts';
import type { Fill, Order, OrderList } from '../../../domain/matching/model/order.ts';
import type { Log } from '../../../lib/log.ts';
import type { PaperAccount } from '../account.ts';
import { refusal } from '../binance-error.ts';

export interface PriceMark {
  symbol: string;
  price: Big;
  time: number;
  tradeId: number;
  pinned: boolean;
}

/** What changed, as it stands now: rows are written whole, so writing a batch twice does no harm. */
export interface Batch {
  accounts: Set<PaperAccount>;
  holdings: Set<Holding>;
  orders: Set<Order>;
  lists: Set<OrderList>;
  fills: Fill[];
  prices: Map<string, PriceMark>;
}

interface Round extends Batch {
  followers: (() => void)[];
  done: Promise<void>;
  settle: { resolve: () => void; reject: (reason: unknown) => void };
}

const ANSWER_WITHIN_MS = 10_000;
const LONGEST_PAUSE_MS = 2000;

function newRound(): Round {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Whoever waits for it hears of a failure; it is logged where it happens, waited for or not.
  promise.catch(() => {});
  return {
    accounts: new Set(),
    holdings: new Set(),
    orders: new Set(),
    lists: new Set(),
    fills: [],
    prices: new Map(),
    followers: [],
    done: promise,
    settle: { resolve, reject },
  };
}

const isEmpty = ({ accounts, holdings, orders, lists, fills, prices }: Round) =>
  accounts.size + holdings.size + orders.size + lists.size + fills.length + prices.size === 0;

function within(promise: Promise<void>): Promise<void> {
  const { promise: answer, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(refusal(-1007)), ANSWER_WITHIN_MS);
  promise.then(resolve, () => reject(refusal(-1007))).finally(() => clearTimeout(timer));
  return answer;
}

interface JournalOptions {
  /** Takes a snapshot and answers the write of it; the write says false when another process has taken over. */
  prepare: (batch: Batch) => () => Promise<boolean>;
  log: Log;
}

/**
 * Group commit: whatever changes while one batch is being written goes into the next, one transaction each, in order.
 * A write that failed is repeated with the same rows.
 */
export class Journal {
  readonly #options: JournalOptions;
  #collecting = newRound();
  #writing: Round | null = null;
  #closed = false;

  constructor(options: JournalOptions) {
    this.#options = options;
  }

  account(account: PaperAccount): void {
    this.#record((round) => round.accounts.add(account));
  }

  holding(holding: Holding): void {
    this.#record((round) => round.holdings.add(holding));
  }

  order(order: Order): void {
    this.#record((round) => round.orders.add(order));
  }

  list(list: OrderList): void {
    this.#record((round) => round.lists.add(list));
  }

  trade(fill: Fill): void {
    this.#record((round) => round.fills.push(fill));
  }

  price(mark: PriceMark): void {
    this.#record((round) => round.prices.set(mark.symbol, mark));
  }

  /** Runs once all that was recorded before it is committed. */
  after(run: () => void): void {
    this.#record((round) => round.followers.push(run));
  }

  /** Resolves when all that was recorded so far is committed; refuses with -1007 when that takes too long. */
  committed(): Promise<void> {
    return this.#closed ? Promise.reject(refusal(-1007)) : within(this.#idle());
  }

  /** Commits what is left, or logs what it could not; afterwards nothing is answered any more. */
  async close(): Promise<void> {
    await Promise.allSettled([this.#idle()]);
    this.#closed = true;
  }

  #idle(): Promise<void> {
    if (!isEmpty(this.#collecting)) return this.#collecting.done;
    return this.#writing ? this.#writing.done : Promise.resolve();
  }

  #record(change: (round: Round) => void): void {
    change(this.#collecting);
    if (this.#writing) return;
    this.#writing = this.#collecting;
    queueMicrotask(() => void this.#pump());
  }

  async #pump(): Promise<void> {
    while (!isEmpty(this.#collecting) || this.#collecting.followers.length > 0) {
      const round = this.#collecting;
      this.#collecting = newRound();
      this.#writing = round;
      try {
        if (!isEmpty(round)) await this.#persist(round);
        round.settle.resolve();
        for (const follower of round.followers) follower();
      } catch (error) {
        this.#options.log.error({ err: error }, 'The paper exchange lost changes to its books.');
        round.settle.reject(error);
      }
    }
    this.#writing = null;
  }

  async #persist(round: Round): Promise<void> {
    const write = this.#options.prepare(round);
    for (let attempt = 1; !this.#closed; attempt += 1) {
      try {
        if (await write()) return;
        this.#closed = true;
      } catch (error) {
        this.#options.log.error({ err: error, attempt }, 'The paper exchange could not write its books; trying again.');
        await new Promise((resolve) => setTimeout(resolve, Math.min(50 * 2 ** attempt, LONGEST_PAUSE_MS)));
      }
    }
    throw new Error('Another process has taken over the paper exchange, or it was closed; this one writes no more.');
  }
}
