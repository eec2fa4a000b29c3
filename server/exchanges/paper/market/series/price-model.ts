import type { PaperPair } from '../../pairs.ts';
import { DAY } from '../candles.ts';
import { MARKET_A_DAY, characterOf } from '../character.ts';
import { hash, uniformAt } from '../random.ts';

/** How many candles it takes for the liveliness to change. */
const SPELL = 40;

/** Near normal, mean 0, deviation 1. */
function roughAt(seed: number, index: number): number {
  const first = index * 4;
  const sum =
    uniformAt(seed, first) + uniformAt(seed, first + 1) + uniformAt(seed, first + 2) + uniformAt(seed, first + 3);
  return (sum - 2) * Math.sqrt(3);
}

/** How lively it is around a candle, about 1, changing smoothly from spell to spell. */
function levelAt(seed: number, index: number): number {
  const spell = Math.floor(index / SPELL);
  const part = index / SPELL - spell;
  const share = part * part * (3 - 2 * part);
  const mixed = uniformAt(seed, -spell) * (1 - share) + uniformAt(seed, -spell - 1) * share;
  return Math.exp(1.8 * (mixed - 0.55));
}

export interface Moves {
  /** How far the price moved in the candle of that number since the epoch, as a logarithm. */
  at: (index: number) => number;
  /** Their usual size. */
  usual: number;
}

/**
 * The moves of a made-up past: those of one market that all coins follow, and each coin's own; a cross moves as its two
 * coins do against each other. Any symbol's can be drawn alone, and they fit together.
 */
export function pastMoves({ base, quote }: PaperPair, of: { seed: number; length: number }): Moves {
  const scale = Math.sqrt(of.length / DAY);
  const everyone = hash(`${of.seed}:everyone:${of.length}`);
  const coin = (asset: string) => ({ ...characterOf(asset), seed: hash(`${of.seed}:${asset}:${of.length}`) });
  const [one, other] = [coin(base), coin(quote)];
  const follows = (one.follows - other.follows) * MARKET_A_DAY;
  const own = ({ seed, own: size }: typeof one, index: number) =>
    size === 0 ? 0 : size * roughAt(seed, index) * levelAt(seed, index);
  return {
    at: (index) => {
      const together = follows * roughAt(everyone, index) * levelAt(everyone, index);
      return scale * (together + own(one, index) - own(other, index));
    },
    usual: scale * Math.hypot(follows, one.own, other.own),
  };
}
