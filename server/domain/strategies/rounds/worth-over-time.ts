import type { Big } from 'big.js';
import type { CurvePoint } from '#contracts/rules/drawdown.ts';
import type { Amounts } from './run-books.ts';

/** What a trade brought in and took, below 0, after fees; `price` is its own. */
export interface Move extends Amounts {
  /** UTC epoch ms. */
  at: number;
  price: Big;
}

interface Measured {
  given: Amounts;
  /** Counter units for one base unit, when it began. */
  began: { at: number; price: Big };
  moves: readonly Move[];
  /** Prices at the ends of bars. */
  closes: readonly { at: number; close: Big }[];
  counterEarning: boolean;
}

/** What a run was worth in the currency that it earns: as it began, after each of its trades at that price, and as each bar ended. */
export function worthOverTime({ given, began, moves, closes, counterEarning }: Measured): CurvePoint[] {
  const moments = [
    ...moves.map((move) => ({ at: move.at, price: move.price, move })),
    ...closes.filter(({ at }) => at > began.at).map(({ at, close }) => ({ at, price: close, move: null })),
  ].toSorted((one, other) => one.at - other.at);
  let owned = given;
  const worth = (price: Big): Big =>
    counterEarning ? owned.counter.plus(owned.base.times(price)) : owned.base.plus(owned.counter.div(price));
  const points: CurvePoint[] = [{ at: began.at, value: worth(began.price) }];
  for (const { at, price, move } of moments) {
    if (move) owned = { base: owned.base.plus(move.base), counter: owned.counter.plus(move.counter) };
    points.push({ at, value: worth(price) });
  }
  return points;
}
