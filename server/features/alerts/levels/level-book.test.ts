import { Big } from 'big.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AlertTable, type Armed } from './alert-table.ts';
import { LevelBook, type LevelState } from './level-book.ts';
import { orderOf } from '../../../runtime/price-triggers/price-order.ts';

const TICK = new Big('0.0001');

interface Wanted extends Omit<Armed, 'num' | 'level'> {
  id: string;
  price: string;
}
const alert = (more: Partial<Wanted> = {}): Wanted => ({
  id: 'a',
  type: 'PRICE_RISES_ABOVE',
  informing: 'ONLY_ONCE',
  seq: 1,
  price: '0.53',
  ...more,
});

const SAME = { ours: (time: number) => time, theirs: (time: number) => time };

/** A book that calls its alerts by name. */
function namedBook(clock: () => number) {
  const book = new LevelBook({ table: new AlertTable(), tick: TICK, clock, times: SAME }, null);
  const names: string[] = [];
  const numOf = (id: string) => (names.includes(id) ? names.indexOf(id) : names.push(id) - 1);
  return {
    size: () => book.size,
    upsert({ id, price, ...rest }: Wanted, state: LevelState) {
      book.upsert({ ...rest, num: numOf(id), level: orderOf(new Big(price)) }, state);
    },
    remove: (id: string) => book.remove(numOf(id)),
    move(text: string, time: number) {
      const { fired, rearmed } = book.move(orderOf(new Big(text)), time);
      return {
        fired: fired.map(({ num, seq }) => `${names[num]}${seq}`),
        rearmed: rearmed.map(({ num }) => names[num]),
      };
    },
  };
}

/** A book that has seen one price, and what each further price fires; a second apart unless said. */
function watched(first: string, ...alerts: Wanted[]) {
  let time = 1_000_000;
  const book = namedBook(() => time);
  for (const one of alerts) book.upsert(one, { kind: 'awaiting-baseline', from: 0 });
  const price = (text: string, after = 1_000) => {
    time += after;
    return book.move(text, time);
  };
  const fires = (text: string, after?: number) => price(text, after).fired;
  expect(fires(first)).toEqual([]);
  return { book, price, fires, now: () => time };
}

describe('a level', () => {
  it('fires on the crossing, once (rule 8)', () => {
    const { fires, book } = watched('0.5298', alert());
    expect(fires('0.5301')).toEqual(['a1']);
    expect(fires('0.5299')).toEqual([]);
    expect(fires('0.5302')).toEqual([]);
    expect(book.size()).toBe(0);
  });

  it.each([
    ['PRICE_RISES_ABOVE', '0.5299', '0.53', ['a1']],
    ['PRICE_RISES_ABOVE', '0.53', '0.5301', []],
    ['PRICE_RISES_ABOVE', '0.5301', '0.5299', []],
    ['PRICE_DROPS_BELOW', '0.5301', '0.53', ['a1']],
    ['PRICE_DROPS_BELOW', '0.53', '0.5299', []],
    ['PRICE_DROPS_BELOW', '0.5299', '0.5301', []],
    ['PRICE_REACHES', '0.5299', '0.5301', ['a1']],
    ['PRICE_REACHES', '0.5301', '0.5299', ['a1']],
    ['PRICE_REACHES', '0.5299', '0.53', ['a1']],
    ['PRICE_REACHES', '0.53', '0.5301', []],
  ] as const)('%s at 0.53, from %s to %s', (...[type, before, now, fired]) => {
    expect(watched(before, alert({ type })).fires(now)).toEqual(fired);
  });

  it('already passed waits for the next crossing', () => {
    const { fires } = watched('0.54', alert());
    expect(fires('0.55')).toEqual([]);
    expect(fires('0.52')).toEqual([]);
    expect(fires('0.53')).toEqual(['a1']);
  });

  it('never fires on prices from before it was armed', () => {
    const { book, fires, now } = watched('0.52');
    book.upsert(alert(), { kind: 'awaiting-baseline', from: now() + 2_500 });
    expect(fires('0.54')).toEqual([]);
    expect(fires('0.535')).toEqual([]);
    expect(fires('0.54')).toEqual([]);
    expect(fires('0.52')).toEqual([]);
    expect(fires('0.54')).toEqual(['a1']);
  });

  it.each([
    ['PRICE_RISES_ABOVE', '0.5061', '0.53', ['a1']],
    ['PRICE_RISES_ABOVE', '0.54', '0.53', []],
    ['PRICE_DROPS_BELOW', '0.54', '0.51', ['a1']],
    ['PRICE_REACHES', '0.5061', '0.53', ['a1']],
  ] as const)('V-17 %s at 0.52 armed at %s fires on the first jump, to %s', (...[type, armedAt, next, fired]) => {
    const { book, fires, now } = watched('0.60');
    book.upsert(alert({ type, price: '0.52' }), { kind: 'awaiting-baseline', from: now() + 1_500 });
    expect(fires(armedAt)).toEqual([]);
    expect(fires(next)).toEqual(fired);
  });

  it('V-17 with no price known at its arming takes the first one for its side', () => {
    const book = namedBook(() => 1_000);
    book.upsert(alert(), { kind: 'awaiting-baseline', from: 500 });
    expect(book.move('0.54', 1_000).fired).toEqual([]);
    expect(book.move('0.52', 2_000).fired).toEqual([]);
    expect(book.move('0.54', 3_000).fired).toEqual(['a1']);
  });

  it('that rings always rings again once the price has left it by 0.1% and a minute has passed', () => {
    const { fires, price } = watched('0.52', alert({ informing: 'ALWAYS' }));
    expect(fires('0.5301')).toEqual(['a1']);
    expect(fires('0.5299')).toEqual([]);
    expect(fires('0.5302')).toEqual([]);
    // Left it, but the minute is not over.
    expect(fires('0.52')).toEqual([]);
    expect(fires('0.54')).toEqual([]);
    expect(price('0.52', 60_000)).toEqual({ fired: [], rearmed: ['a'] });
    expect(fires('0.53')).toEqual(['a2']);
    // A minute later, but never left by 0.1%: 0.52947 and 0.53053 would be.
    expect(fires('0.52948', 120_000)).toEqual([]);
    expect(fires('0.53052')).toEqual([]);
    expect(price('0.52947').rearmed).toEqual(['a']);
    expect(fires('0.53')).toEqual(['a3']);
  });

  it('of a small price must be left by three ticks', () => {
    const { price, fires } = watched('0.0010', alert({ price: '0.0011', informing: 'ALWAYS' }));
    expect(fires('0.0011')).toEqual(['a1']);
    expect(price('0.0009', 60_000).rearmed).toEqual([]);
    expect(price('0.0008').rearmed).toEqual(['a']);
  });

  it('changed or removed does not fire by its old price', () => {
    const { book, fires } = watched('0.52', alert(), alert({ id: 'b' }));
    book.upsert(alert({ price: '0.60', seq: 2 }), { kind: 'armed' });
    book.remove('b');
    expect(fires('0.54')).toEqual([]);
    expect(fires('0.60')).toEqual(['a2']);
  });

  it('fires with the others that the price crossed, in the order of the move', () => {
    const levels = ['0.53', '0.55', '0.54'].map((price) => alert({ id: price, price, type: 'PRICE_REACHES' }));
    expect(watched('0.52', ...levels).fires('0.56')).toEqual(['0.531', '0.541', '0.551']);
    expect(watched('0.56', ...levels).fires('0.52')).toEqual(['0.551', '0.541', '0.531']);
  });
});

interface Row {
  alert: Wanted;
  state: 'awaiting-baseline' | 'armed' | 'cooldown';
  from: number;
}
const crosses = ({ alert: { type, price }, state }: Row, before: number | null, now: number): boolean => {
  const level = Number(price);
  if (state !== 'armed' || before === null) return false;
  const up = type !== 'PRICE_DROPS_BELOW' && before < level && now >= level;
  return up || (type !== 'PRICE_RISES_ABOVE' && before > level && now <= level);
};
const leaves = (level: number, now: number) => Math.abs(now - level) >= Math.max(level / 1000, 0.0003) - 1e-9;

/** The same rules, one alert and one price at a time. */
class NaiveBook {
  price: number | null = null;
  readonly rows = new Map<string, Row>();
  put(one: Wanted, from: number) {
    this.rows.set(one.id, { alert: one, state: 'awaiting-baseline', from });
  }
  move(price: number, time: number): string[] {
    const before = this.price;
    this.price = price;
    const arm = () => {
      for (const row of this.rows.values())
        if (row.state === 'awaiting-baseline' && time >= row.from) row.state = 'armed';
    };
    if (before !== null) arm();
    const fired = [...this.rows.values()].filter((row) => crosses(row, before, price));
    const names = fired.map(({ alert: { id, seq } }) => `${id}${seq}`).toSorted();
    for (const row of fired) {
      row.alert = { ...row.alert, seq: row.alert.seq + 1 };
      Object.assign(row, { state: 'cooldown', from: time + 60_000 });
      if (row.alert.informing === 'ONLY_ONCE') this.rows.delete(row.alert.id);
    }
    for (const row of this.rows.values())
      if (row.state === 'cooldown' && leaves(Number(row.alert.price), price)) row.state = 'awaiting-baseline';
    arm();
    return names;
  }
}

describe('the book', () => {
  it('agrees with the rules applied one by one, over any prices and edits', () => {
    const id = fc.integer({ min: 0, max: 40 }).map(String);
    const cents = fc.integer({ min: 5, max: 60 });
    const put = fc.record({
      kind: fc.constant('put' as const),
      id,
      cents,
      type: fc.constantFrom('PRICE_REACHES' as const, 'PRICE_RISES_ABOVE' as const, 'PRICE_DROPS_BELOW' as const),
      informing: fc.constantFrom('ONLY_ONCE' as const, 'ALWAYS' as const),
      ahead: fc.integer({ min: 0, max: 5_000 }),
    });
    const remove = fc.record({ kind: fc.constant('remove' as const), id });
    const price = fc.record({
      kind: fc.constant('price' as const),
      cents,
      after: fc.constantFrom(0, 100, 1_000, 30_000, 90_000),
    });
    const steps = fc.array(fc.oneof({ weight: 3, arbitrary: put }, remove, { weight: 6, arbitrary: price }), {
      maxLength: 300,
    });
    fc.assert(
      fc.property(steps, (all) => {
        let time = 1_000_000;
        const book = namedBook(() => time);
        const naive = new NaiveBook();
        for (const step of all) {
          if (step.kind === 'put') {
            const one = alert({ ...step, price: (step.cents / 100).toFixed(2) });
            book.upsert(one, { kind: 'awaiting-baseline', from: time + step.ahead });
            naive.put(one, time + step.ahead);
          } else if (step.kind === 'remove') {
            book.remove(step.id);
            naive.rows.delete(step.id);
          } else {
            time += step.after;
            const text = (step.cents / 100).toFixed(2);
            expect(book.move(text, time).fired.toSorted()).toEqual(naive.move(Number(text), time));
          }
          expect(book.size()).toBe(naive.rows.size);
        }
      }),
      { numRuns: 300 },
    );
  });
});
