import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { LevelIndex } from './level-index.ts';

it('holds what a plain sorted list holds, through thousands of edits', () => {
  const step = fc.record({ add: fc.boolean(), level: fc.integer({ min: 0, max: 300 }), pick: fc.nat() });
  fc.assert(
    fc.property(fc.array(step, { minLength: 500, maxLength: 3_000 }), fc.integer({ min: 0, max: 300 }), (steps, at) => {
      const index = new LevelIndex();
      let entries: [number, number][] = [];
      for (const [slot, { add, level, pick }] of steps.entries()) {
        const old = entries[pick % Math.max(1, entries.length)];
        if (add || slot < 600 || !old) {
          index.add(level, slot);
          entries.push([level, slot]);
        } else {
          index.remove(...old);
          entries = entries.filter((entry) => entry !== old);
        }
      }
      entries.sort(([one, a], [other, b]) => one - other || a - b);
      const slots = (wanted: (level: number) => boolean) =>
        entries.filter(([level]) => wanted(level)).map(([, s]) => s);
      const levels = entries.map(([level]) => level);
      expect(index.size).toBe(entries.length);
      expect(index.over(-Infinity, Infinity)).toEqual(slots(() => true));
      expect(index.over(at, at + 50)).toEqual(slots((level) => level > at && level <= at + 50));
      expect(index.under(at, at + 50)).toEqual(slots((level) => level >= at && level < at + 50));
      expect(index.above(at)).toBe(levels.find((level) => level > at) ?? Infinity);
      expect(index.atLeast(at)).toBe(levels.find((level) => level >= at) ?? Infinity);
      expect(index.below(at)).toBe(levels.findLast((level) => level < at) ?? -Infinity);
      expect(index.atMost(at)).toBe(levels.findLast((level) => level <= at) ?? -Infinity);
    }),
    { numRuns: 100 },
  );
});

it('forgets nothing of a thousand alerts at one level', () => {
  const index = new LevelIndex();
  for (let slot = 0; slot < 1_000; slot += 1) index.add(7, slot);
  for (let slot = 0; slot < 1_000; slot += 2) index.remove(7, slot);
  index.remove(7, 0);
  index.remove(8, 1);
  expect(index.over(6, 7)).toHaveLength(500);
});
