import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { AccountEvent, Answer, Balance } from '../../../exchanges/exchange.ts';

/** An asset's free amount as it was last reported, and before that. */
interface Trail {
  last: Big;
  before: Big;
}

/** A fee in the asset that is spent comes on top of what the order took. */
const FEE_AT_MOST = '0.002';
/** Orders whose beginning is remembered; more wait at once on no exchange. */
const MOST_BEGUN = 1000;

/** The balance may be reported before the order that took it or after: a fall by just that much was the order itself. */
function beforeIt({ last, before }: Trail, taken: Big): Big {
  const isItself = before.minus(last).minus(taken).abs().lte(taken.times(FEE_AT_MOST));
  return isItself ? before : last;
}

/** That something may have been missed, or has changed. */
export const saysNothing = (event: AccountEvent): boolean =>
  event.kind === 'gap' || (event.kind === 'balance' && event.balances.length === 0);

/** What one key had free before each order of its owner's, by what its stream said around it. */
export function freeBefore() {
  let known: ReadonlyMap<string, Big> | null = null;
  /** What was known when a gap began, until what it hid has been found out. */
  let lost: ReadonlyMap<string, Big> | null = null;
  const trails = new Map<string, Trail>();
  const begun = new Map<string, Trail | null>();
  const trailOf = (asset: string): Trail | null => {
    const free = known?.get(asset) ?? ZERO;
    return trails.get(asset) ?? (known && { last: free, before: free });
  };
  function lose(): void {
    if (known) lost ??= new Map([...known, ...[...trails].map(([asset, { last }]) => [asset, last] as const)]);
    trails.clear();
    known = null;
  }
  return {
    /** Whole balances as they stand; an asset that is not listed is 0. */
    know(free: ReadonlyMap<string, Big>): void {
      trails.clear();
      known = free;
    },
    /** What a gap has hidden is found out: from here on it follows from what is known. */
    caughtUp(): void {
      if (known) lost = null;
    },
    /** Assets of which there is more or less free than before the gap that is not over yet; none where that is not known. */
    changedSinceGap(now: readonly Balance[]): Set<string> {
      const free = new Map(now.map((balance) => [balance.asset, balance.free]));
      const assets = lost ? new Set([...lost.keys(), ...free.keys()]) : [];
      const isChanged = (asset: string) => !(lost?.get(asset) ?? ZERO).eq(free.get(asset) ?? ZERO);
      return new Set([...assets].filter(isChanged));
    },
    /** From a gap on nothing is known any more. */
    receive(event: AccountEvent): void {
      if (saysNothing(event)) lose();
      if (event.kind !== 'balance' || known === null) return;
      for (const { asset, free } of event.balances)
        trails.set(asset, { last: free, before: trailOf(asset)?.last ?? free });
    },
    /** How things stand when an order first arrives. */
    begin(name: string, asset: string): void {
      if (begun.has(name)) return;
      const [oldest] = begun.keys();
      if (begun.size >= MOST_BEGUN && oldest !== undefined) begun.delete(oldest);
      begun.set(name, trailOf(asset));
    },
    /** Null when the exchange does not answer; `ask` reads the balances as they are after the order. */
    async of(
      name: string,
      { asset, taken }: { asset: string; taken: Big },
      ask: () => Promise<Answer<Balance[]>>,
    ): Promise<Big | null> {
      const trail = begun.get(name);
      begun.delete(name);
      if (trail) return beforeIt(trail, taken);
      const answer = await ask();
      if (answer.outcome !== 'ok') return null;
      const free = answer.value.find((balance) => balance.asset === asset)?.free ?? ZERO;
      return free.plus(taken);
    },
  };
}
export type FreeBefore = ReturnType<typeof freeBefore>;
