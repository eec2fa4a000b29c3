import type { Big } from 'big.js';
import { max, ZERO } from '#contracts/rules/decimal.ts';
import { matchingCore } from '../matching/matching-core.ts';
import type { Account } from '../matching/model/matching-account.ts';
import type { Execution } from '../matching/model/execution.ts';
import { type Draft, isAtWork, type Order } from '../matching/model/order.ts';
import type { ListDraft } from '../matching/model/order-list.ts';
import type { Pair } from '../matching/model/pair.ts';
import { TapeMarket } from '../matching/tape-market.ts';
import type { Amounts } from '../strategies/rounds/run-books.ts';
import { decimalOf } from './bars.ts';
import { movedBy, worsePrice } from './memory-orders.ts';

/** how orders are taken to trade. */
export interface FloorTerms {
  pair: Pair;
  /** Whether a limit fills on touch, or once the price goes through it. */
  touchFill: 'whole' | 'none';
  /** By which a taker's price is worse than the last price, as a fraction. */
  slippage: Big;
  /** The pair's usual spread, counter units: a taker pays half of it. */
  spread: Big;
  /** Most of a bar's volume that one resting order fills by, as a fraction; null is without bound. */
  volumeShare: Big | null;
}

interface Opening {
  /** First price. */
  price: Big;
  given: Amounts;
  /** Counter units of its owner besides that, which an order may lock; left out, none. */
  spare?: Big;
  /** Of every trade. */
  fee: Big;
  /** UTC epoch ms. */
  now: number;
}

interface Listeners {
  executed: (execution: Execution) => void;
  /** Something has happened to an order that trails; left out, none does. */
  trailed?: () => void;
}

/** the paper exchange's own matching in memory, for one account on one pair. */
export class MemoryFloor {
  readonly #terms: FloorTerms;
  readonly #market: TapeMarket;
  readonly #core: ReturnType<typeof matchingCore>;
  readonly #account: Account;
  /** Of the bar that is under way, base units, and what each order has filled of it. */
  #volume: number | null = null;
  readonly #taken = new Map<number, Big>();
  /** What the account owns. */
  owned: Amounts;
  /** UTC epoch ms. */
  now: number;

  constructor(
    terms: FloorTerms,
    { price, given, spare = ZERO, fee, now }: Opening,
    { executed, trailed = () => {} }: Listeners,
  ) {
    const { pair, touchFill } = terms;
    this.#terms = terms;
    this.now = now;
    this.owned = given;
    const offers = (quote: Big, side: Draft['side']) => [{ price: worsePrice(quote, side, terms), qty: pair.maxQty }];
    this.#market = new TapeMarket({ pair, price, touchFill, offers, fillable: (order) => this.#fillable(order) });
    this.#core = matchingCore({
      markets: [this.#market],
      fees: { maker: fee, taker: fee, discount: null },
      now: () => this.now,
      listener: {
        executed: (_account, execution) => {
          this.#count(execution);
          executed(execution);
        },
        orderChanged: ({ details }) => {
          if (details.trail) trailed();
        },
      },
    });
    const { base, counter } = given;
    this.#account = this.#core.openAccount('run', {
      [pair.base]: base.toFixed(),
      [pair.quote]: counter.plus(spare).toFixed(),
    });
  }

  /** Last price. */
  get price(): Big {
    return this.#market.price;
  }

  get resting(): readonly Order[] {
    return [...this.#account.open.values()].filter(isAtWork);
  }

  /** Base units that no order holds. */
  get freeBase(): Big {
    return this.#account.holdings.get(this.#terms.pair.base)?.free ?? ZERO;
  }

  /** The prices between which a trade changes nothing, both exclusive; null where there is no bound. */
  get quiet(): { above: Big | null; below: Big | null } {
    return this.#core.quietRange(this.#terms.pair.symbol);
  }

  /** A new bar, of so many base units. */
  beginBar(volume: number): void {
    this.#volume = volume;
    this.#taken.clear();
  }

  /** A trade of the market at large. */
  trade(time: number, price: Big): void {
    const { symbol, minQty } = this.#terms.pair;
    this.now = time;
    this.#core.trade(symbol, { price, qty: minQty, buyerMaker: false });
  }

  /** Throws the refusal. */
  place(draft: Draft): void {
    this.#core.place(this.#account, draft);
  }

  /** Throws the refusal. */
  placeList(draft: ListDraft): void {
    this.#core.placeList(this.#account, draft);
  }

  /** Cancels an open order, or the whole list that it is in. Throws the refusal. */
  cancel(orderId: number): void {
    this.#core.cancel(this.#account, orderId);
  }

  /** the rest of a large order waits for the next bar. */
  #fillable({ orderId }: Order): Big | null {
    const { volumeShare } = this.#terms;
    if (volumeShare === null || this.#volume === null) return null;
    return max(ZERO, volumeShare.times(decimalOf(this.#volume)).minus(this.#taken.get(orderId) ?? ZERO));
  }

  #count({ kind, order: { orderId }, fill }: Execution): void {
    if (kind !== 'TRADE' || !fill) return;
    const { base, counter } = movedBy(fill);
    this.owned = { base: this.owned.base.plus(base), counter: this.owned.counter.plus(counter) };
    if (fill.isMaker) this.#taken.set(orderId, (this.#taken.get(orderId) ?? ZERO).plus(fill.qty));
  }
}
