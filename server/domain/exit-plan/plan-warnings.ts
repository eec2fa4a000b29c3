import type { Big } from 'big.js';
import { grouped } from '#contracts/rules/decimal.ts';
import type { Cut } from './cut-plan.ts';
import type { Slice } from './exit-plan.ts';
import { named } from './holders.ts';
import type { Joined } from './slices.ts';

export interface PairNames {
  base: string;
  counter: string;
  minNotional: Big;
}

/** EX-3: why a part does not go out at its own price. */
function joinedSentence({ quantity, from, to, worth }: Joined, { base, counter, minNotional }: PairNames): string {
  const least = `under the ${grouped(minNotional)} ${counter} minimum`;
  const why = `${grouped(quantity)} ${base} would be worth ${grouped(worth)} ${counter}, ${least}`;
  return `The part at ${grouped(from)} is too small: ${why}. It goes out at ${grouped(to)}.`;
}

/** EX-5: the take profits for which the exchange has no place besides their stop. */
function watchedSentence(watched: readonly Slice[]): string {
  const numbers = watched.flatMap(({ targets }) => targets).toSorted((one, other) => one - other);
  return `The exchange does not hold ${named(numbers)} together with the stop: this server watches the price there. The stop rests on the exchange.`;
}

/** What of a plan is not as it was typed. */
export function planWarnings({ joined, placing }: Pick<Cut, 'joined' | 'placing'>, names: PairNames): string[] {
  const watched = placing?.watched ?? [];
  return [
    ...joined.map((each) => joinedSentence(each, names)),
    ...(watched.length > 0 ? [watchedSentence(watched)] : []),
  ];
}
