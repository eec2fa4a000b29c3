import type { Big } from 'big.js';
import type { PartingKind } from '#contracts/rules/parting-kinds.ts';
import { max, ZERO } from '#contracts/rules/decimal.ts';
import type { Amounts } from '../strategies/rounds/run-books.ts';

/** What a run did over a time. */
export interface RunDone {
  rounds: number;
  /** What its orders brought in and took by level; 0 is what it traded at its start and stop. */
  moved: ReadonlyMap<number, Amounts>;
}

/** What really happened, with what went otherwise than by its rules. */
export interface RealRun extends RunDone {
  /** Levels of which an order was refused. */
  refused: ReadonlySet<number>;
  /** Levels that were changed on the exchange or left out. */
  byHand: ReadonlySet<number>;
  /** Its owner held it up for a while: none of its levels traded then. */
  wasPaused: boolean;
}

interface Compared {
  real: RealRun;
  replay: RunDone;
  given: Amounts;
  /** Price at the end of the time, counter units. */
  last: Big;
  counterEarning: boolean;
}

export interface ForwardTrust {
  /** In the currency that the run earns. */
  here: Big;
  replayed: Big;
  /** Of what was given, as a fraction. */
  difference: Big;
  /** Parts of `here − replayed`, which add up to it; empty where the difference is small enough. */
  why: { kind: PartingKind; amount: Big }[];
}

/** Above it the difference is explained. */
const MOST_DIFFERENCE = '0.01';

const kindOf = (level: number, { refused, byHand, wasPaused }: RealRun): PartingKind => {
  if (level === 0) return 'slippage';
  if (refused.has(level)) return 'refused';
  return byHand.has(level) || wasPaused ? 'by-hand' : 'away';
};

/** what really happened, next to the replay of the same time, both at the same last price. */
export function forwardTrust({ real, replay, given, last, counterEarning }: Compared): ForwardTrust {
  const worth = ({ base, counter }: Amounts): Big =>
    counterEarning ? counter.plus(base.times(last)) : base.plus(counter.div(last));
  const resultOf = ({ moved }: RunDone): Big =>
    [...moved.values()].reduce((sum, amounts) => sum.plus(worth(amounts)), ZERO);
  const [here, replayed] = [resultOf(real), resultOf(replay)];
  const start = worth(given);
  const difference = start.gt(0) ? here.minus(replayed).abs().div(start) : ZERO;
  const parts = new Map<PartingKind, Big>();
  for (const level of new Set([...real.moved.keys(), ...replay.moved.keys()])) {
    const [mine, theirs] = [real.moved.get(level), replay.moved.get(level)];
    const part = (mine ? worth(mine) : ZERO).minus(theirs ? worth(theirs) : ZERO);
    const kind = kindOf(level, real);
    parts.set(kind, (parts.get(kind) ?? ZERO).plus(part));
  }
  const why = [...parts]
    .map(([kind, amount]) => ({ kind, amount }))
    .filter(({ amount }) => !amount.eq(0))
    .toSorted((one, other) => other.amount.abs().cmp(one.amount.abs()));
  return { here, replayed, difference: max(ZERO, difference), why: difference.gt(MOST_DIFFERENCE) ? why : [] };
}
