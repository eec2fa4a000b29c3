import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { AlertTable, type Armed } from './alert-table.ts';

it('knows every alert by its number through any additions and removals', () => {
  // Numbers beyond 32 bits too, and enough of them to meet in one place.
  const num = fc.oneof(
    fc.integer({ min: 1, max: 60 }),
    fc.integer({ min: 1, max: 60 }).map((n) => n * 2 ** 32 + 7),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), num), { maxLength: 400 }), (steps) => {
      const table = new AlertTable();
      const held = new Map<number, Armed>();
      for (const [adds, one] of steps) {
        const slot = table.slotOf(one);
        expect(slot >= 0).toBe(held.has(one));
        if (slot >= 0 && !adds) {
          table.remove(slot);
          held.delete(one);
        } else if (slot < 0 && adds) {
          const type = one % 2 ? 'PRICE_REACHES' : 'PRICE_DROPS_BELOW';
          const alert: Armed = {
            num: one,
            level: one / 7,
            seq: one % 9,
            type,
            informing: one % 3 ? 'ALWAYS' : 'ONLY_ONCE',
          };
          table.add(alert);
          held.set(one, alert);
        }
      }
      expect(table.size).toBe(held.size);
      for (const { num: one, level, seq, type, informing } of held.values()) {
        const slot = table.slotOf(one);
        expect([table.levelOf(slot), table.seqOf(slot), table.typeOf(slot)]).toEqual([level, seq, type]);
        expect(table.isAlways(slot)).toBe(informing === 'ALWAYS');
      }
    }),
    { numRuns: 200 },
  );
});
