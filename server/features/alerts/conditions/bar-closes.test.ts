import { expect, it } from 'vitest';
import { MINUTE } from '#contracts/rules/time.ts';
import type { IndicatorCondition } from '../../../domain/conditions/indicator-score.ts';
import { AlertTable } from '../levels/alert-table.ts';
import { BarCloses } from './bar-closes.ts';

const BEGIN = 1_800_000_000_000;
/** More than any indicator of these has to know. */
const WARM = 700;
const COMMON = { direction: 'either', interval: '1m' } as const;
const KINDS: [IndicatorCondition, number][] = [
  [{ kind: 'rsi', length: 14, level: 50, ...COMMON }, 50],
  [{ kind: 'ema', fast: 10, slow: 20, ...COMMON }, 0],
];
const kindOf = (at: number) => KINDS[at % KINDS.length] ?? [{ kind: 'price-ema', length: 2, ...COMMON }, 0];
const closeOf = (bar: number): number => 100 + ((bar * 37) % 11) + 5 * Math.sin(bar / 3);

/** Alerts of two indicators that come after so many bars each, and fire once; numbers and times of what fires. */
function firings(gaps: readonly number[], isWatched: boolean): [number, number][] {
  const table = new AlertTable();
  const bars = new BarCloses('1m', table);
  const found: [number, number][] = [];
  let bar = 0;
  const goOn = (count: number): void => {
    for (const until = bar + count; bar < until; bar += 1)
      for (const { slots, time } of bars.take(BEGIN + bar * MINUTE, closeOf(bar)))
        for (const slot of slots) found.push([table.numOf(slot), time]);
  };
  const add = (num: number, [condition]: readonly [IndicatorCondition, number], level: number): void =>
    bars.open(condition).add(table.add({ num, level, type: 'PRICE_REACHES', informing: 'ONLY_ONCE', seq: 1 }));
  for (const [at, kind] of KINDS.entries()) {
    bars.open(kind[0]);
    // No value ever reaches it.
    if (isWatched) add(1_000 + at, kind, 1e6);
  }
  goOn(WARM);
  for (const [at, gap] of gaps.entries()) {
    goOn(gap);
    add(at, kindOf(at), kindOf(at)[1]);
  }
  goOn(WARM);
  return found;
}

it('K-10: an indicator that nothing waited for fires as one that was watched all the time, after however many bars', () => {
  for (let gap = 0; gap <= 70; gap += 1) {
    const gaps = [gap, gap % 5, 3, 31, gap];
    const fired = firings(gaps, false);
    expect(fired).toHaveLength(gaps.length);
    expect(fired).toEqual(firings(gaps, true));
  }
});

it('K-2: the last closes wait to be compared with the exchange, oldest first, in the order in which they came', () => {
  const bars = new BarCloses('1m', new AlertTable());
  const [first] = KINDS;
  // Nothing waits for it: after its first values it sleeps.
  if (first) bars.open(first[0]);
  const waiting = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => ({
      openTime: BEGIN + (from + at) * MINUTE,
      close: closeOf(from + at),
    }));
  for (let bar = 0; bar < WARM; bar += 1) {
    const now = BEGIN + bar * MINUTE;
    expect(bars.isUnchecked(now - 1)).toBe(bar > 1);
    bars.take(now, closeOf(bar));
    expect(bars.isUnchecked(now)).toBe(bar > 0);
    expect(bars.uncheckedUntil(now)).toEqual(waiting(Math.max(0, bar - 32), bar));
    expect(bars.uncheckedUntil(now - 1)).toEqual(waiting(Math.max(0, bar - 32), Math.max(0, bar - 1)));
  }
  const [end, last] = [BEGIN + (WARM - 1) * MINUTE, WARM - 2];
  bars.checked(BEGIN + (last - 3) * MINUTE);
  expect(bars.uncheckedUntil(end)).toEqual(waiting(last - 2, last + 1));
  expect(bars.isUnchecked(end - 2 * MINUTE)).toBe(true);
  expect(bars.isUnchecked(end - 2 * MINUTE - 1)).toBe(false);
  bars.areTheirs();
  expect(bars.uncheckedUntil(end)).toEqual(waiting(last, last + 1));
  bars.checked(BEGIN + last * MINUTE);
  expect([bars.isUnchecked(end), bars.uncheckedUntil(end)]).toEqual([false, []]);
});
