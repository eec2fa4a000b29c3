import type { PaperPair } from '../../pairs.ts';
import { DAY } from '#contracts/rules/time.ts';
import { MARKET_DEVIATION, characterOf } from '../character.ts';
import { hash, uniformAt } from '../random.ts';

/** Candles between two levels of volatility. */
const SPAN = 40;

/** Near normal, mean 0, deviation 1. */
function normalAt(seed: number, index: number): number {
  const first = index * 4;
  const sum =
    uniformAt(seed, first) + uniformAt(seed, first + 1) + uniformAt(seed, first + 2) + uniformAt(seed, first + 3);
  return (sum - 2) * Math.sqrt(3);
}

/** The volatility around a candle, about 1, interpolated smoothly. */
function levelAt(seed: number, index: number): number {
  const span = Math.floor(index / SPAN);
  const part = index / SPAN - span;
  const share = part * part * (3 - 2 * part);
  const mixed = uniformAt(seed, -span) * (1 - share) + uniformAt(seed, -span - 1) * share;
  return Math.exp(1.8 * (mixed - 0.55));
}

export interface Moves {
  /** How far the price moved in the candle of that number since the epoch, as a logarithm. */
  at: (index: number) => number;
  /** Their usual size. */
  usual: number;
}

/**
 * The moves of a synthetic history: those of one market that all coins follow, and each coin's own; a cross moves as its two
 * coins do against each other. Any symbol's can be generated alone, and they are consistent.
 */
export function modelMoves({ base, quote }: PaperPair, of: { seed: number; length: number }): Moves {
  const scale = Math.sqrt(of.length / DAY);
  const sharedSeed = hash(`${of.seed}:everyone:${of.length}`);
  const coin = (asset: string) => ({ ...characterOf(asset), seed: hash(`${of.seed}:${asset}:${of.length}`) });
  const [one, other] = [coin(base), coin(quote)];
  const shared = (one.beta - other.beta) * MARKET_DEVIATION;
  const own = ({ seed, own: size }: typeof one, index: number) =>
    size === 0 ? 0 : size * normalAt(seed, index) * levelAt(seed, index);
  return {
    at: (index) => {
      const together = shared * normalAt(sharedSeed, index) * levelAt(sharedSeed, index);
      return scale * (together + own(one, index) - own(other, index));
    },
    usual: scale * Math.hypot(shared, one.own, other.own),
  };
}
