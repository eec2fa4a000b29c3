import type { Big } from 'big.js';
import type { Bot } from '#contracts/bots.ts';

type Result = NonNullable<Bot['result']>;

const CENTS = 2;
const MOST_DECIMALS = 8;
/** A loss is never shown smaller than it is. */
const cut = (amount: Big, decimals: number): Big => amount.round(decimals, amount.lt(0) ? 3 : 0);

/** Decimals that show something of the smallest of the three. */
function decimalsOf({ total, rounds, position }: Result): number {
  const wanted = [total, rounds, position].filter((part) => !part.eq(0)).map(({ e }) => 1 - e);
  return Math.min(MOST_DECIMALS, Math.max(CENTS, ...wanted));
}

export interface ShownResult {
  total: Big;
  rounds: Big;
  position: Big;
  decimals: number;
}

/** Cut so that what is read adds up: the position is what is left of the total. */
export function shownResult(result: Result): ShownResult {
  const decimals = decimalsOf(result);
  const [total, rounds] = [cut(result.total, decimals), cut(result.rounds, decimals)];
  return { total, rounds, position: total.minus(rounds), decimals };
}

/** How much of the bar each part takes, 0 to 100. */
export function partWidths({ rounds, position }: Pick<ShownResult, 'rounds' | 'position'>): [number, number] {
  const whole = rounds.abs().plus(position.abs());
  if (whole.eq(0)) return [0, 0];
  const first = rounds.abs().div(whole).times(100).round(0).toNumber();
  return [first, 100 - first];
}
