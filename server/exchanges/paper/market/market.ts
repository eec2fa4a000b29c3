import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import {
  type MarketTrade,
  type Offer,
  type SymbolTerms,
  type TouchFill,
  type TradedMarket,
  usualTerms,
} from '../../../domain/matching/model/market.ts';
import type { OrderSide } from '../../../domain/matching/model/order.ts';
import { AVERAGE_MINUTES, type PaperPair } from '../pairs.ts';
import type { Candle } from './candles.ts';
import { marketMakerOffers } from './market-maker.ts';
import { Chart, type ChartStart, type KlineRange } from './series/chart.ts';
import type { DayStats } from './series/day-stats.ts';

const RECENT_TRADES = 1000;

export interface MarketStart extends ChartStart {
  tradeId: number;
  pinned: boolean;
}

/** One symbol's simulated or replayed market: its last price, its latest trades, its candles. */
export class Market implements TradedMarket {
  readonly pair: PaperPair;
  readonly chart: Chart;
  price: Big;
  /** What the market maker deals at: where the feed or a test last put the price. Takers' own trades move `price` only. */
  quote: Big;
  /** UTC epoch ms of the last trade. */
  time: number;
  /** The last id given out, to a print or to a fill. */
  tradeId: number;
  lastQty: Big;
  /** Set through the control server: feeds leave it alone, and the price is its own reference. */
  pinned: boolean;
  terms: SymbolTerms;
  #recent: MarketTrade[] = [];

  constructor(start: MarketStart) {
    const { pair, price, time } = start;
    this.chart = new Chart(start);
    this.pair = pair;
    this.price = price;
    this.quote = price;
    this.time = time;
    this.tradeId = start.tradeId;
    this.lastQty = pair.step;
    this.pinned = start.pinned;
    this.terms = usualTerms(this.pair);
  }

  get trades(): boolean {
    return this.terms.status === 'TRADING';
  }

  /** Changes some of the terms; the others stay as they are. */
  change(terms: Partial<SymbolTerms>): void {
    this.terms = { ...this.terms, ...terms };
  }

  reset(): void {
    this.pinned = false;
    this.terms = usualTerms(this.pair);
  }

  /** A test that pins the price expects what it touches to be filled. */
  get touchFill(): TouchFill {
    return this.pinned ? 'whole' : 'by-size';
  }

  offers(side: OrderSide): Iterable<Offer> {
    return marketMakerOffers(this, side);
  }

  print(trade: MarketTrade): void {
    this.price = trade.price;
    this.time = trade.time;
    this.lastQty = trade.qty;
    this.#recent.push(trade);
    if (this.#recent.length > RECENT_TRADES * 1.2) this.#recent = this.#recent.slice(-RECENT_TRADES);
    this.chart.add(trade);
  }

  recent(limit: number): readonly MarketTrade[] {
    return this.#recent.slice(-limit);
  }

  /** The last 24 hours. */
  day(now: number): DayStats {
    return this.chart.day(now);
  }

  /** Oldest first; `startTime` and `endTime` bound the open time, inclusive. */
  klines(range: KlineRange, now: number): Candle[] {
    return this.chart.klines(range, now);
  }

  /** What price filters measure against. */
  averagePrice(now: number): Big {
    if (this.pinned) return this.price;
    const latest = this.chart.latestMinutes(AVERAGE_MINUTES, now);
    const volume = latest.reduce((total, each) => total.plus(each.volume), ZERO);
    if (volume.eq(0)) return this.price;
    return latest
      .reduce((total, each) => total.plus(each.quoteVolume), ZERO)
      .div(volume)
      .round(8, 0);
  }
}
