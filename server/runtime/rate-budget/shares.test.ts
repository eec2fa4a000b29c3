import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { shares } from './shares.ts';

const uses = fc
  .uniqueArray(fc.tuple(fc.uuid(), fc.oneof(fc.constant(0), fc.nat(1_000_000))), {
    minLength: 1,
    maxLength: 40,
    selector: ([id]) => id,
  })
  .map((entries) => new Map(entries));
const millionths = (share: number) => Math.round(share * 1e6);

it('all shares add up to 1 at most, and leave next to nothing over', () => {
  fc.assert(
    fc.property(uses, (of) => {
      const sum = [...shares(of).values()].reduce((total, share) => total + millionths(share), 0);
      expect(sum).toBeLessThanOrEqual(1e6);
      expect(sum).toBeGreaterThan(1e6 - of.size - 1);
    }),
  );
});

it('none is below half of an equal part', () => {
  fc.assert(
    fc.property(uses, (of) => {
      for (const share of shares(of).values())
        expect(millionths(share)).toBeGreaterThanOrEqual(Math.floor(1e6 / of.size / 2));
    }),
  );
});

it('who has used more has no smaller share', () => {
  fc.assert(
    fc.property(uses, (of) => {
      const byUse = [...of].toSorted(([, one], [, other]) => one - other).map(([id]) => shares(of).get(id) ?? 0);
      expect(byUse).toEqual(byUse.toSorted((one, other) => one - other));
    }),
  );
});

it('processes agree, in whatever order they received the announcements', () => {
  fc.assert(
    fc.property(uses, (of) => {
      const other = shares(new Map([...of].toReversed()));
      for (const [id, share] of shares(of)) expect(other.get(id)).toBe(share);
    }),
  );
});

it.each([
  [{ a: 7 }, { a: 1 }],
  [
    { a: 0, b: 0 },
    { a: 0.5, b: 0.5 },
  ],
  [
    { a: 10, b: 0 },
    { a: 0.75, b: 0.25 },
  ],
  [
    { a: 30, b: 10, c: 0, d: 0 },
    { a: 0.5, b: 0.25, c: 0.125, d: 0.125 },
  ],
  [
    { a: 0, b: 0, c: 0 },
    { a: 0.333333, b: 0.333333, c: 0.333333 },
  ],
])('%o gives %o', (used, expected) => {
  expect(Object.fromEntries(shares(new Map(Object.entries(used))))).toEqual(expected);
});
