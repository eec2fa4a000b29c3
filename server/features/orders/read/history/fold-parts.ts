import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { Earned } from '#contracts/history.ts';
import { floored } from '#contracts/rules/open-result.ts';
import { wireAmount } from '../../../../lib/decimal.ts';

/** One key's part of a block that ended. */
export interface EndedPart {
  currency: string;
  at: number;
  /** Not rounded; null where it cannot be known. */
  profit: Big | null;
}

const MONEY_DECIMALS = 8;
const PERCENT_DECIMALS = 2;
const FULL = 100;
const MOST_POINTS = 200;

const shown = (amount: Big): Big => wireAmount(floored(amount, MONEY_DECIMALS));

/** At most so many, evenly over their number, the last one always. */
function thinned<T>(points: readonly T[]): T[] {
  const each = Math.ceil(points.length / MOST_POINTS);
  return points.filter((_, index) => (points.length - 1 - index) % each === 0);
}

type Folded = Omit<Earned, 'decimals'>;

function earnedIn(currency: string, parts: readonly EndedPart[]): Folded {
  const known = parts.flatMap(({ at, profit }) => (profit ? [{ at, profit }] : []));
  let sum = ZERO;
  const curve = known.map(({ at, profit }) => {
    sum = sum.plus(profit);
    return { at, profit: shown(sum) };
  });
  const won = known.filter(({ profit }) => profit.gt(0)).length;
  const lost = known.filter(({ profit }) => profit.lt(0)).length;
  return {
    currency,
    profit: shown(sum),
    parts: known.length,
    won,
    lost,
    unknown: parts.length - known.length,
    winRate:
      won + lost === 0
        ? null
        : floored(
            ZERO.plus(won)
              .div(won + lost)
              .times(FULL),
            PERCENT_DECIMALS,
          ),
    curve: thinned(curve),
  };
}

/** Sums by currency, that of the most parts first; parts come oldest first. Only sums are rounded, and down. */
export function foldParts(parts: readonly EndedPart[]): Folded[] {
  const byCurrency = Map.groupBy(parts, ({ currency }) => currency);
  return [...byCurrency]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([currency, own]) => earnedIn(currency, own));
}
