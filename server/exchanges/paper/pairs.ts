import { Big } from 'big.js';

export interface Pair {
  symbol: string;
  base: string;
  quote: string;
  tick: Big;
  step: Big;
  minQty: Big;
  maxQty: Big;
  minPrice: Big;
  maxPrice: Big;
  minNotional: Big;
  maxNotional: Big;
  /** Where the simulation starts on an empty database. */
  startPrice: Big;
  /** Simulated trades a second, on average. */
  tradesPerSecond: number;
}

export const FEE = new Big('0.001');
export const MAX_NUM_ORDERS = 200;
/** Price bounds as factors of the average price. */
export const PERCENT_PRICE = {
  bidMultiplierUp: new Big('1.2'),
  bidMultiplierDown: new Big('0.2'),
  askMultiplierUp: new Big('5'),
  askMultiplierDown: new Big('0.8'),
};
export const AVERAGE_MINUTES = 5;

/** base, tick, step, least notional, largest quantity, start price, trades a second; steps as on the real exchange. */
const TABLE: readonly (readonly [string, string, string, string, string, string, number])[] = [
  ['XRP', '0.0001', '0.1', '5', '9222449', '0.5200', 3],
  ['BTC', '0.01', '0.00001', '5', '9000', '64250.00', 4],
  ['ETH', '0.01', '0.0001', '5', '9000', '2650.00', 3],
  ['BNB', '0.01', '0.001', '5', '900000', '585.00', 2],
  ['DOGE', '0.00001', '1', '1', '9000000', '0.12150', 2],
  ['SOL', '0.01', '0.001', '5', '900000', '152.00', 1],
  ['ADA', '0.0001', '0.1', '5', '900000', '0.3560', 0.7],
  ['AVAX', '0.01', '0.01', '5', '92141578', '27.60', 0.5],
  ['LINK', '0.01', '0.01', '5', '900000', '11.35', 0.5],
  ['DOT', '0.001', '0.01', '5', '900000', '4.310', 0.4],
  ['LTC', '0.01', '0.001', '5', '900000', '66.40', 0.4],
  ['TRX', '0.0001', '0.1', '5', '9000000', '0.1530', 0.4],
  ['ATOM', '0.001', '0.01', '5', '900000', '4.720', 0.3],
  ['UNI', '0.001', '0.01', '5', '900000', '7.150', 0.3],
  ['NEAR', '0.001', '0.1', '5', '900000', '4.880', 0.3],
  ['PEPE', '0.00000001', '1', '1', '9000000000', '0.00000985', 0.5],
];

function toPair([base, tick, step, minNotional, maxQty, startPrice, tradesPerSecond]: (typeof TABLE)[number]): Pair {
  return {
    symbol: `${base}USDT`,
    base,
    quote: 'USDT',
    tick: new Big(tick),
    step: new Big(step),
    minQty: new Big(step),
    maxQty: new Big(maxQty),
    minPrice: new Big(tick),
    maxPrice: new Big(tick).times(100_000_000),
    minNotional: new Big(minNotional),
    maxNotional: new Big('9000000'),
    startPrice: new Big(startPrice),
    tradesPerSecond,
  };
}

export const PAIRS: readonly Pair[] = TABLE.map(toPair);
export const ASSETS: readonly string[] = [...new Set(PAIRS.flatMap((pair) => [pair.base, pair.quote]))];

/** Eight decimals, as Binance writes amounts. */
export const fixed = (amount: Big): string => amount.toFixed(8, 0);
