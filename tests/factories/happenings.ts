import { Big } from 'big.js';
import * as fc from 'fast-check';
import type { PairStatus } from '../../server/domain/market/pair.ts';
import type { Fate } from './model-exchange.ts';

export const price = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((at) => new Big(at).div(10_000));
const ending = fc.constantFrom('remove' as const, 'close' as const);

/** What may happen between two looks. */
export const happening = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      to: price(4500, 6000),
      part: fc.constantFrom('0.02', '0.3', '0.5', '1'),
      ms: fc.constantFrom(500, 6000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wish' as const),
      up: price(5300, 5600),
      down: price(4800, 5100),
      set: fc.integer({ min: 0, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ending' as const), ending }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('fates' as const),
      fates: fc.array(fc.constantFrom<Fate>('taken', 'refused', 'waits', 'lost'), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('touch' as const), at: price(4500, 6000) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      at: price(5000, 5400),
      amount: fc.constantFrom('20', '150.5', '192.3', '300'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      status: fc.constantFrom<PairStatus>('trading', 'cancel-only', 'halted'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('find' as const), taken: fc.boolean() }) },
);
/** The same on a pair that trades, with parts that its owner closes. */
export const withParts = fc.oneof(
  { weight: 6, arbitrary: happening.filter(({ kind }) => kind !== 'status') },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('part' as const), share: fc.constantFrom('0.25', '0.5', '0.75') }),
  },
);
export type Happening = typeof withParts extends fc.Arbitrary<infer Each> ? Each : never;
