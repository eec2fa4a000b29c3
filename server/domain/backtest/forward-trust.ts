import type { Big } from 'big.js';
import type { PartingKind } from '#contracts/rules/parting-kinds.ts';
import { max, ZERO } from '#contracts/rules/decimal.ts';
import { type Openings, sameDeals } from './same-deals.ts';
import type { Amounts } from '../strategies/rounds/run-books.ts';

/** What a run did over a time. */
export interface RunDone {
  /** Of a basket its rebalancings. */
  rounds: number;
  /**
   * What came of its orders, at last prices in the currency that it earns, by level, deal or asset; 0 is what it traded at
   * its start and stop.
   */
  moved: ReadonlyMap<number, Big>;
  /** Of deals; left out, its parts have the same numbers here and in the replay. */
  openedAt?: Openings;
}

/** What really happened, with what went otherwise than by its rules. */
export interface RealRun extends RunDone {
  /** What its parts are: levels trade at their own prices, deals and rebalancings at those of the market. */
  trades: 'levels' | 'deals' | 'rebalancings';
  /** Parts of which an order was refused. */
  refused: ReadonlySet<number>;
  /** Parts that were changed on the exchange or left out. */
  byHand: ReadonlySet<number>;
  /** Its owner held it up for a while: none of its parts traded then. */
  wasPaused: boolean;
}

interface Compared {
  real: RealRun;
  replay: RunDone;
  /** What it was given is worth. */
  given: Big;
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

const hasTraded = ({ moved }: RunDone, part: number): boolean => !(moved.get(part) ?? ZERO).eq(0);

/** Whether the run and its replay traded this part alike, each at its own prices. */
function isSlippage(part: number, { real, replay }: Pick<Compared, 'real' | 'replay'>): boolean {
  if (real.trades === 'levels') return false;
  if (real.trades === 'rebalancings' && real.rounds !== replay.rounds) return false;
  return hasTraded(real, part) && hasTraded(replay, part);
}

function kindOf(part: number, of: Pick<Compared, 'real' | 'replay'>): PartingKind {
  const { refused, byHand, wasPaused } = of.real;
  if (part === 0) return 'slippage';
  if (refused.has(part)) return 'refused';
  if (byHand.has(part) || wasPaused) return 'by-hand';
  return isSlippage(part, of) ? 'slippage' : 'away';
}

/** By the numbers of the deals here; those that only the replay opened come after them, as negative ones. */
function numberedAsHere(real: RealRun, { openedAt, moved, ...replay }: RunDone): RunDone {
  if (!real.openedAt || !openedAt) return { ...replay, moved };
  const there = new Map([...openedAt].filter(([number]) => moved.has(number)));
  const same = sameDeals(real.openedAt, there, (number) => hasTraded(real, number));
  return { ...replay, moved: new Map([...moved].map(([number, worth]) => [same.get(number) ?? -number, worth])) };
}

/** What amounts of a pair are worth at this price, in the currency that a run earns. */
export const worthAt =
  (last: Big, counterEarning: boolean) =>
  ({ base, counter }: Amounts): Big =>
    counterEarning ? counter.plus(base.times(last)) : base.plus(counter.div(last));

const resultOf = ({ moved }: RunDone): Big => [...moved.values()].reduce((sum, worth) => sum.plus(worth), ZERO);

/** what really happened, next to the replay of the same time, both at the same last prices. */
export function forwardTrust({ real, replay: found, given }: Compared): ForwardTrust {
  const replay = numberedAsHere(real, found);
  const [here, replayed] = [resultOf(real), resultOf(replay)];
  const difference = given.gt(0) ? here.minus(replayed).abs().div(given) : ZERO;
  const parts = new Map<PartingKind, Big>();
  for (const part of new Set([...real.moved.keys(), ...replay.moved.keys()])) {
    const kind = kindOf(part, { real, replay });
    const differs = (real.moved.get(part) ?? ZERO).minus(replay.moved.get(part) ?? ZERO);
    parts.set(kind, (parts.get(kind) ?? ZERO).plus(differs));
  }
  const why = [...parts]
    .map(([kind, amount]) => ({ kind, amount }))
    .filter(({ amount }) => !amount.eq(0))
    .toSorted((one, other) => other.amount.abs().cmp(one.amount.abs()));
  return { here, replayed, difference: max(ZERO, difference), why: difference.gt(MOST_DIFFERENCE) ? why : [] };
}
