import type { Big } from 'big.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { PAIRS } from '../../pairs.ts';
import { Market } from '../market.ts';
import { createSimulatedTraders } from './simulated-traders.ts';

const NAMES = ['BTCUSDT', 'ETHUSDT', 'XRPUSDT', 'BNBUSDT', 'ETHBTC', 'XRPBTC', 'XRPBNB'];
const TIME = 1_790_000_000_000;
const MINUTE_OF_BEATS = 600;

const openMarkets = (): Map<string, Market> =>
  new Map(
    PAIRS.filter(({ symbol }) => NAMES.includes(symbol)).map((pair) => {
      const opening = { price: pair.startPrice, time: TIME };
      const start = { ...opening, beginning: opening, stored: new Map(), tradeId: 1000, pinned: false };
      return [pair.symbol, new Market({ pair, seed: 1, ...start })];
    }),
  );

/** Runs the simulated traders on markets of their own, and collects their trades by symbol. */
function run(seed: number, beats: number, perBeat: (markets: Map<string, Market>, beat: number) => void = () => {}) {
  const markets = openMarkets();
  const trades = new Map<string, { price: Big; qty: Big }[]>(NAMES.map((name) => [name, []]));
  const simulatedTraders = createSimulatedTraders(markets, { seed });
  for (let beat = 0; beat < beats; beat += 1) {
    simulatedTraders((market, print) => {
      market.quote = print.price;
      trades.get(market.pair.symbol)?.push(print);
    });
    perBeat(markets, beat);
  }
  return { markets, trades };
}

const mean = (values: readonly number[]) => values.reduce((total, value) => total + value, 0) / values.length;
function correlation(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [mean(one), mean(other)];
  const moment = (of: (index: number) => number) => mean(one.map((_, index) => of(index)));
  const both = moment((index) => (one[index]! - a) * (other[index]! - b));
  const spread = moment((index) => (one[index]! - a) ** 2) * moment((index) => (other[index]! - b) ** 2);
  return both / Math.sqrt(spread);
}

describe('half a day of the simulated markets', () => {
  const quotes = new Map<string, number[]>(NAMES.map((name) => [name, []]));
  const gaps: number[] = [];
  let trades: ReturnType<typeof run>['trades'];
  beforeAll(() => {
    const at = (markets: Map<string, Market>, name: string) => Number(markets.get(name)?.quote);
    ({ trades } = run(1, 720 * MINUTE_OF_BEATS, (markets, beat) => {
      if (beat % MINUTE_OF_BEATS !== 0) return;
      for (const name of NAMES) quotes.get(name)?.push(at(markets, name));
      for (const cross of ['ETHBTC', 'XRPBTC', 'XRPBNB']) {
        const { base, quote, tick } = markets.get(cross)!.pair;
        const fair = at(markets, `${base}USDT`) / at(markets, `${quote}USDT`);
        gaps.push(Math.abs(at(markets, cross) - fair) / Math.max(2 * Number(tick), 0.0002 * fair));
      }
    }));
  });
  const returns = (name: string) => {
    const values = quotes.get(name)!;
    return values.slice(1).map((value, index) => Math.log(value / values[index]!));
  };

  it('prices and quantities are above zero, in whole ticks and steps', () => {
    for (const [name, list] of trades) {
      const { tick, step } = PAIRS.find(({ symbol }) => symbol === name)!;
      expect(list.length).toBeGreaterThan(1000);
      const isWhole = (amount: Big, unit: Big) => amount.gt(0) && amount.mod(unit).eq(0);
      expect(list.every(({ price, qty }) => isWhole(price, tick) && isWhole(qty, step))).toBe(true);
    }
  });

  it('a restless minute is followed by a restless one, and large moves are not rare', () => {
    const coins = ['BTCUSDT', 'ETHUSDT', 'XRPUSDT', 'BNBUSDT'].map((name) => returns(name).map((value) => value ** 2));
    // Four times what chance would show in as many minutes without memory.
    expect(mean(coins.map((squares) => correlation(squares.slice(1), squares.slice(0, -1))))).toBeGreaterThan(0.08);
    for (const squares of coins)
      expect(mean(squares.map((value) => value ** 2)) / mean(squares) ** 2).toBeGreaterThan(3.5);
  });

  it('coins move together, and each by itself', () => {
    for (const name of ['ETHUSDT', 'XRPUSDT', 'BNBUSDT']) {
      const together = correlation(returns('BTCUSDT'), returns(name));
      expect(together).toBeGreaterThan(0.4);
      expect(together).toBeLessThan(0.9);
    }
  });

  it('a day’s moves are a few percent', () => {
    for (const name of ['BTCUSDT', 'ETHUSDT', 'XRPUSDT', 'BNBUSDT']) {
      const day = Math.sqrt(mean(returns(name).map((value) => value ** 2)) * 1440);
      expect(day).toBeGreaterThan(0.01);
      expect(day).toBeLessThan(0.06);
    }
  });

  it('crosses keep to the quotient of their pairs', () => {
    expect(Math.max(...gaps)).toBeLessThanOrEqual(1);
  });
});

it('the same seed gives the same trades, another seed others, and a cross follows a price that was set', () => {
  const [one, other, third] = [run(7, 3000), run(7, 3000), run(8, 3000)];
  expect(other.trades).toEqual(one.trades);
  expect(third.trades).not.toEqual(one.trades);
  const { markets, trades } = run(7, 10, (all) => {
    const market = all.get('XRPUSDT')!;
    market.pinned = true;
    market.quote = market.pair.tick.times(9000);
  });
  expect(Number(markets.get('XRPBTC')?.quote) / (0.9 / 64_250)).toBeCloseTo(1, 2);
  expect(trades.get('XRPUSDT')!.length).toBeLessThan(3);
});
