import { DAY } from '#contracts/rules/time.ts';
import type { Prints } from './bars.ts';
import { positionOf } from './position-of.ts';
import { type Print, printAt, printsOf } from './prints.ts';

interface Disagreement {
  /** UTC epoch ms. */
  time: number;
  /** Positions of the sources in the list. */
  sources: [number, number];
}

type Joined = { prints: Prints } | { disagreement: Disagreement };

const firstOf = ({ times }: Prints): number => times[0] ?? Infinity;
const lastOf = ({ times }: Prints): number => times.at(-1) ?? -Infinity;

const timeAt = ({ times }: Prints, at: number): number => times[at] ?? Infinity;

/** The earliest time at which two sources differ in what both have; null where they agree. */
function partingOf(one: Prints, other: Prints): number | null {
  const from = Math.max(firstOf(one), firstOf(other));
  const to = Math.min(lastOf(one), lastOf(other));
  // A run of trades at one price may have begun before one of them.
  let [here, there] = [positionOf(one.times, from + 1), positionOf(other.times, from + 1)];
  for (;;) {
    const [time, its] = [timeAt(one, here), timeAt(other, there)];
    // One of them may end within a moment.
    if (Math.max(time, its) === Infinity || Math.min(time, its) > to) return null;
    if (time !== its || one.price[here] !== other.price[there]) return Math.min(time, its);
    here += 1;
    there += 1;
  }
}

interface Part {
  source: number;
  prints: Prints;
}

const dayOf = (time: number): number => Math.floor(time / DAY);

/** Those after this time, which is -Infinity before the first file. Each file holds whole UTC days: between two of them, one may be missing. */
function freshOf(prints: Prints, until: number): Print[] {
  const begins = positionOf(prints.times, until + 1);
  const isDayMissing = until > -Infinity && dayOf(firstOf(prints)) > dayOf(until) + 1;
  return Array.from({ length: prints.times.length - begins }, (_, nth) => {
    const print = printAt(prints, begins + nth);
    return nth === 0 && isDayMissing ? { ...print, missing: true } : print;
  });
}

/** several files as one; trades that two of them have must be the same. */
export function joinPrints(parts: readonly [Prints, ...Prints[]]): Joined {
  const ordered = parts
    .map((prints, source): Part => ({ source, prints }))
    .toSorted((one, other) => firstOf(one.prints) - firstOf(other.prints));
  const all: Print[] = [];
  let longest: Part | null = null;
  for (const part of ordered) {
    const { prints, source } = part;
    const until = longest ? lastOf(longest.prints) : -Infinity;
    const time = longest && firstOf(prints) <= until ? partingOf(longest.prints, prints) : null;
    if (longest && time !== null) return { disagreement: { time, sources: [longest.source, source] } };
    for (const print of freshOf(prints, until)) all.push(print);
    if (lastOf(prints) > until) longest = part;
  }
  return { prints: printsOf(all) };
}
