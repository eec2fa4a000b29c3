import type { Floor } from '../floor.ts';
import type { Pair } from '../pairs.ts';
import type { Feed } from './feed.ts';
import type { Market } from './market.ts';
import { type Random, randomFrom } from './random.ts';

const BEAT_MS = 100;
/** A move of one trade, as a part of the price; about five percent a day at three trades a second. */
const DEVIATION = 0.0001;
/** Pull back towards the start price, so that a market left running for months stays one. */
const PULL = 0.000_000_5;

interface Walker {
  market: Market;
  random: Random;
  /** How lively the market is just now; wanders around 1. */
  mood: number;
  /** Trades due but not yet made, as a fraction. */
  due: number;
}

/** The next trade of a symbol: price in whole ticks, size in whole steps, the side that took. */
function nextTrade(walker: Walker) {
  const { random, market } = walker;
  const { pair } = market;
  walker.mood = Math.exp(Math.log(walker.mood) * 0.995 + random.normal() * 0.05);
  const ticks = Number(market.price.div(pair.tick).toFixed());
  const home = Number(pair.startPrice.div(pair.tick).toFixed());
  const drift = -PULL * Math.log(ticks / home);
  const moved = Math.max(1, Math.round(ticks * (1 + drift + random.normal() * DEVIATION * walker.mood)));
  const buyerMaker = moved === ticks ? random.uniform() < 0.5 : moved < ticks;
  return { price: pair.tick.times(moved), qty: quantity(pair, random, moved), buyerMaker };
}

function quantity(pair: Pair, random: Random, ticks: number): Big {
  const notional = 60 * Math.exp(random.normal() * 1.3);
  const steps = Math.round(notional / (ticks * pair.tick.toNumber() * pair.step.toNumber()));
  return pair.step.times(Math.max(1, steps));
}

function beat(floor: Floor, walkers: readonly Walker[]): void {
  for (const walker of walkers) {
    const { market, random } = walker;
    if (market.pinned) continue;
    walker.due += (market.pair.tradesPerSecond * BEAT_MS * 2 * random.uniform()) / 1000;
    for (; walker.due >= 1; walker.due -= 1) floor.trade(market, nextTrade(walker));
  }
}

/** A seeded random market: the n-th trade of a symbol is the same on every run that starts from the same price. */
export function createSimulation(seed: number, except?: string): Feed {
  let timer: NodeJS.Timeout | undefined;

  return {
    start: (floor) => {
      const simulated = [...floor.markets.values()].filter((market) => market.pair.symbol !== except);
      const walkers = simulated.map((market) => ({
        market,
        random: randomFrom(`${seed}:${market.pair.symbol}:${market.tradeId}`),
        mood: 1,
        due: 0,
      }));
      timer = setInterval(() => beat(floor, walkers), BEAT_MS);
    },
    stop: () => clearInterval(timer),
  };
}
