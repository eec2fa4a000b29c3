import type { Big } from 'big.js';
import type { Print } from '../../../../domain/matching/model/market.ts';
import { MARKET_DEVIATION, characterOf } from '../character.ts';
import type { Market } from '../market.ts';
import { type Random, randomFrom } from '../random.ts';
import { Volatility } from './volatility.ts';

export const STEP_MS = 100;
const STEPS_A_DAY = 86_400_000 / STEP_MS;
const STEPS_A_MONTH = 30 * STEPS_A_DAY;

/** Largest distance of a cross from the quotient of its two pairs: in ticks, and as a part. */
const GAP_TICKS = 1.5;
const GAP_PART = 0.000_15;

type Trade = (market: Market, print: Print) => void;

interface Trader {
  market: Market;
  random: Random;
  /** Value in USDT of one step at a price of one tick. */
  unit: number;
  /** Trades due but not yet made, as a fraction. */
  due: number;
  /** The quote that `ticks` was computed from; the market's differs once it was set from outside. */
  quote: Big;
  /** The price in ticks, with fractions. */
  ticks: number;
}

interface Coin extends Trader {
  volatility: Volatility;
  beta: number;
  own: number;
  home: number;
}

interface Cross extends Trader {
  legs: readonly [base: Market, quote: Market];
}

const ticksOf = (quote: Big, { pair }: Market): number => Number(quote) / Number(pair.tick);

function toTrader(market: Market, seed: string): Trader {
  const { pair, quote } = market;
  const unit = Number(pair.tick) * Number(pair.step) * Number(pair.quoteWorth);
  return { market, random: randomFrom(seed), unit, due: 0, quote, ticks: ticksOf(quote, market) };
}

function nextPrint({ market, random, unit, ticks, quote }: Trader): Print {
  const { tick, step } = market.pair;
  const whole = Math.max(1, Math.round(ticks));
  const price = tick.times(whole);
  const steps = Math.max(1, Math.round((60 * Math.exp(random.normal() * 1.3)) / (whole * unit)));
  const buyerMaker = price.eq(quote) ? random.uniform() < 0.5 : price.lt(quote);
  return { price, qty: step.times(steps), buyerMaker };
}

function tradeDue(trader: Trader, trade: Trade): void {
  for (; trader.due >= 1; trader.due -= 1) {
    const print = nextPrint(trader);
    trader.quote = print.price;
    trade(trader.market, print);
  }
}

const accrue = (trader: Trader, activity: number): void => {
  const expected = (trader.market.pair.tradesPerSecond * STEP_MS) / 1000;
  trader.due += expected * Math.min(3, activity) * 2 * trader.random.uniform();
};

function stepCoin(coin: Coin, shared: { shock: number; level: number }, trade: Trade): void {
  const { market, volatility } = coin;
  if (coin.quote !== market.quote) {
    coin.quote = market.quote;
    coin.ticks = ticksOf(market.quote, market);
  }
  const own = (coin.own * volatility.shock()) / Math.sqrt(STEPS_A_DAY);
  // A pull back to the start price keeps a market that runs for months in range.
  const pull = Math.log(coin.ticks / coin.home) / STEPS_A_MONTH;
  coin.ticks *= Math.exp(coin.beta * shared.shock + own - pull);
  accrue(coin, (shared.level + volatility.level) / 2);
  tradeDue(coin, trade);
}

function stepCross(cross: Cross, trade: Trade): void {
  const { market, legs } = cross;
  const [base, quote] = legs;
  cross.quote = market.quote;
  cross.ticks = Number(base.quote) / Number(quote.quote) / Number(market.pair.tick);
  accrue(cross, 1);
  const gap = Math.abs(cross.ticks - ticksOf(market.quote, market));
  if (gap > Math.max(GAP_TICKS, GAP_PART * cross.ticks)) cross.due = Math.max(cross.due, 1);
  tradeDue(cross, trade);
}

function toCoin(market: Market, seed: string): Coin {
  const { beta, own } = characterOf(market.pair.base);
  const home = ticksOf(market.pair.startPrice, market);
  return { ...toTrader(market, seed), volatility: new Volatility(`${seed}:own`), beta, own, home };
}

/**
 * Simulated trades, symbol by symbol: each call is a tenth of a second in all markets but those of `except` and those that are
 * pinned. The same quotes, trade ids and seed give the same trades, whatever the clock does.
 */
export function createSimulatedTraders(
  markets: ReadonlyMap<string, Market>,
  options: { seed: number; except?: string },
) {
  const { seed, except } = options;
  const all = [...markets.values()];
  const simulated = all.filter(({ pair }) => pair.symbol !== except);
  const seedOf = ({ pair, tradeId }: Market) => `${seed}:${pair.symbol}:${tradeId}`;
  const coins = simulated.filter(({ pair }) => pair.quote === 'USDT').map((market) => toCoin(market, seedOf(market)));
  const crosses = simulated.flatMap((market): Cross[] => {
    const [base, quote] = [markets.get(`${market.pair.base}USDT`), markets.get(`${market.pair.quote}USDT`)];
    return base && quote ? [{ ...toTrader(market, seedOf(market)), legs: [base, quote] }] : [];
  });
  const started = all.reduce((total, { tradeId }) => total + tradeId, 0);
  const shared = new Volatility(`${seed}:everyone:${started}`);

  return (trade: Trade): void => {
    const shock = (MARKET_DEVIATION * shared.shock()) / Math.sqrt(STEPS_A_DAY);
    const { level } = shared;
    for (const coin of coins) if (!coin.market.pinned) stepCoin(coin, { shock, level }, trade);
    for (const cross of crosses) if (!cross.market.pinned) stepCross(cross, trade);
  };
}
