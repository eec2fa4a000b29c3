import type { Big } from 'big.js';
import {
  type MarketTrade,
  type Offer,
  type SymbolTerms,
  type TouchFill,
  type TradedMarket,
  usualTerms,
} from './model/market.ts';
import type { Order, OrderSide } from './model/order.ts';
import type { Pair } from './model/pair.ts';
import { SUPPLY } from './money/ledger.ts';

type OffersAt = (quote: Big, side: OrderSide) => Iterable<Offer>;

export interface TapeMarketStart {
  pair: Pair;
  price: Big;
  /** An order fills once the price goes through its limit, unless said otherwise. */
  touchFill?: TouchFill;
  /** What takers meet besides the accounts' orders; any quantity at the last price of the market, unless said otherwise. */
  offers?: OffersAt;
  /** Most that a resting order is filled by for now, base units; all of it, unless said otherwise. */
  fillable?: (order: Order) => Big | null;
}

const anyQuantity: OffersAt = (quote) => [{ price: quote, qty: SUPPLY }];

/** A market that is nothing but its trades as they are handed in. */
export class TapeMarket implements TradedMarket {
  readonly pair: Pair;
  terms: SymbolTerms;
  touchFill: TouchFill;
  price: Big;
  quote: Big;
  tradeId = 0;
  readonly fillable: (order: Order) => Big | null;
  readonly #offersAt: OffersAt;

  constructor({ pair, price, touchFill = 'none', offers = anyQuantity, fillable = () => null }: TapeMarketStart) {
    this.pair = pair;
    this.terms = usualTerms(pair);
    this.touchFill = touchFill;
    this.price = price;
    this.quote = price;
    this.fillable = fillable;
    this.#offersAt = offers;
  }

  averagePrice(): Big {
    return this.price;
  }

  offers(side: OrderSide): Iterable<Offer> {
    return this.#offersAt(this.quote, side);
  }

  print({ price }: MarketTrade): void {
    this.price = price;
  }
}
