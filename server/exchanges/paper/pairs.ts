import { Big } from 'big.js';
import { CROSS_TABLE, USDT_TABLE } from './pair-table.ts';

export interface Pair {
  symbol: string;
  base: string;
  quote: string;
  tick: Big;
  step: Big;
  minQty: Big;
  maxQty: Big;
  /** MARKET_LOT_SIZE's maximum; on the real exchange it follows what was traded, and its minimum and step are zero. */
  marketMaxQty: Big;
  minPrice: Big;
  maxPrice: Big;
  minNotional: Big;
  maxNotional: Big;
  /** Where the simulation starts on an empty database. */
  startPrice: Big;
  /** What a unit of `quote` was worth in USDT then. */
  quoteWorth: Big;
  /** Simulated trades a second, on average. */
  tradesPerSecond: number;
}

export const FEE = new Big('0.001');
export const MAX_NUM_ORDERS = 200;
export const MAX_NUM_ALGO_ORDERS = 5;
export const MAX_NUM_ORDER_LISTS = 20;
/** Price bounds as factors of the average price. */
export const PERCENT_PRICE = {
  bidMultiplierUp: new Big('1.2'),
  bidMultiplierDown: new Big('0.2'),
  askMultiplierUp: new Big('5'),
  askMultiplierDown: new Big('0.8'),
};
export const AVERAGE_MINUTES = 5;

const MARKET_ORDER_WORTH = 500_000;
/** By quote asset. */
const LEAST_NOTIONAL = { BTC: '0.0001', ETH: '0.001', BNB: '0.01' } as const;
const CROSS_MAX_QTY = '100000';

type Terms = Record<'tick' | 'step' | 'minNotional' | 'maxQty' | 'startPrice' | 'quoteWorth', Big> &
  Pick<Pair, 'base' | 'quote' | 'tradesPerSecond'>;

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

const toPair = (terms: Terms): Pair => ({
  ...terms,
  symbol: `${terms.base}${terms.quote}`,
  minQty: terms.step,
  marketMaxQty: marketMaximum(terms),
  minPrice: terms.tick,
  maxPrice: terms.tick.times(100_000_000),
  maxNotional: new Big('9000000'),
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

const crossesIn = (quote: keyof typeof CROSS_TABLE): Pair[] =>
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

export const PAIRS: readonly Pair[] = [...IN_USDT, ...crossesIn('BTC'), ...crossesIn('ETH'), ...crossesIn('BNB')];
export const ASSETS: readonly string[] = [...new Set(PAIRS.flatMap((pair) => [pair.base, pair.quote]))];

/** Eight decimals, as Binance writes amounts. */
export const fixed = (amount: Big): string => amount.toFixed(8, 0);
