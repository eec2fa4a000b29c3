import { Big } from 'big.js';
import type { Pair } from '../../domain/matching/model/pair.ts';
import type { FeeRates } from '../../domain/matching/money/fees.ts';
import { CROSS_TABLE, USDT_TABLE } from './pair-table.ts';

/** A pair whose market is simulated, all of its filters set. */
export interface PaperPair extends Pair {
  /** MARKET_LOT_SIZE's maximum; on the real exchange it follows what was traded, and its minimum and step are zero. */
  marketMaxQty: Big;
  maxPrice: Big;
  maxNotional: Big;
  /** Where the simulation starts on an empty database. */
  startPrice: Big;
  /** What a unit of `quote` was worth in USDT then. */
  quoteWorth: Big;
  /** Simulated trades a second, on average. */
  tradesPerSecond: number;
}

export const FEE = new Big('0.001');
/** The asset that pays fees at a discount, and the part of the rate that is then charged. */
export const DISCOUNT = { asset: 'BNB', factor: new Big('0.75'), through: 'USDT' };
export const FEE_RATES: FeeRates = { maker: FEE, taker: FEE, discount: DISCOUNT };
export const MAX_NUM_ORDERS = 200;
export const MAX_NUM_ORDER_LISTS = 20;
const MAX_NUM_ALGO_ORDERS = 5;
export const PERCENT_PRICE = {
  bidMultiplierUp: new Big('1.2'),
  bidMultiplierDown: new Big('0.2'),
  askMultiplierUp: new Big('5'),
  askMultiplierDown: new Big('0.8'),
};
/** Basis points, as in filters.md. */
export const TRAILING_DELTA = { minAbove: 10, maxAbove: 2000, minBelow: 10, maxBelow: 2000 };
export const AVERAGE_MINUTES = 5;

const MARKET_ORDER_WORTH = 500_000;
/** By quote asset. */
const LEAST_NOTIONAL = { BTC: '0.0001', ETH: '0.001', BNB: '0.01' } as const;
const CROSS_MAX_QTY = '100000';

type Terms = Record<'tick' | 'step' | 'minNotional' | 'maxQty' | 'startPrice' | 'quoteWorth', Big> &
  Pick<PaperPair, 'base' | 'quote' | 'tradesPerSecond'>;

const worthOf = new Map(USDT_TABLE.map(([base, , , , , price]) => [base, new Big(price)]));
const startOf = (asset: string): Big => {
  const price = worthOf.get(asset);
  if (!price) throw new Error(`The table of pairs has no ${asset} in USDT.`);
  return price;
};

/** Some half a million USDT, more where more is traded. */
function marketMaximum({ startPrice, quoteWorth, tradesPerSecond, maxQty }: Terms): Big {
  const worth = MARKET_ORDER_WORTH * Math.max(1, 3 * tradesPerSecond);
  const quantity = new Big(worth).div(startPrice.times(quoteWorth)).round(8, 0);
  return quantity.gt(maxQty) ? maxQty : quantity;
}

const toPair = (terms: Terms): PaperPair => ({
  ...terms,
  symbol: `${terms.base}${terms.quote}`,
  minQty: terms.step,
  marketMaxQty: marketMaximum(terms),
  minPrice: terms.tick,
  maxPrice: terms.tick.times(100_000_000),
  maxNotional: new Big('9000000'),
  priceBand: PERCENT_PRICE,
  maxOrders: MAX_NUM_ORDERS,
  maxAlgoOrders: MAX_NUM_ALGO_ORDERS,
  maxOrderLists: MAX_NUM_ORDER_LISTS,
  trailingDelta: TRAILING_DELTA,
});

const IN_USDT = USDT_TABLE.map(([base, tick, step, minNotional, maxQty, startPrice, tradesPerSecond]) =>
  toPair({
    base,
    quote: 'USDT',
    tick: new Big(tick),
    step: new Big(step),
    minNotional: new Big(minNotional),
    maxQty: new Big(maxQty),
    startPrice: new Big(startPrice),
    quoteWorth: new Big(1),
    tradesPerSecond,
  }),
);

const crossesIn = (quote: keyof typeof CROSS_TABLE): PaperPair[] =>
  CROSS_TABLE[quote].map(([base, tick, step, tradesPerSecond]) =>
    toPair({
      base,
      quote,
      tick: new Big(tick),
      step: new Big(step),
      minNotional: new Big(LEAST_NOTIONAL[quote]),
      maxQty: new Big(CROSS_MAX_QTY),
      startPrice: startOf(base).div(startOf(quote)).div(tick).round(0).times(tick),
      quoteWorth: startOf(quote),
      tradesPerSecond,
    }),
  );

export const PAIRS: readonly PaperPair[] = [...IN_USDT, ...crossesIn('BTC'), ...crossesIn('ETH'), ...crossesIn('BNB')];
export const ASSETS: readonly string[] = [...new Set(PAIRS.flatMap((pair) => [pair.base, pair.quote]))];
