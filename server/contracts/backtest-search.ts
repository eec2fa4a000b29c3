import * as z from 'zod/mini';
import { money } from './money.ts';
import { BACKTEST_INTERVALS } from './rules/backtest-limits.ts';
import { MOST_TRIES, SEARCHABLE, type Searchable, valuesOf } from './rules/search-settings.ts';

const field = z.enum(Object.keys(SEARCHABLE) as [Searchable, ...Searchable[]], 'This setting cannot be varied.');
const bound = z.number('Enter a number.').check(z.gt(0, 'Enter more than 0.'));

const Varied = z.strictObject({
  field,
  from: bound,
  to: bound,
  /** How many values between both ends, these included. */
  values: z
    .int('Enter a whole number.')
    .check(z.gte(2, 'Enter 2 or more.'), z.lte(MOST_TRIES, `Enter at most ${MOST_TRIES}.`)),
});

/** Settings that are varied: every combination of their values is tried. */
export const Search = z.array(Varied).check(
  z.minLength(1, 'Choose a setting to vary.'),
  z.maxLength(3, 'Vary at most 3 settings at once.'),
  z.refine((all) => new Set(all.map((one) => one.field)).size === all.length, 'Name each setting once.'),
  z.refine((all) => all.every((one) => one.from < one.to), 'The first value lies above the last one.'),
  z.refine(
    (all) => all.reduce((tries, one) => tries * valuesOf(one).length, 1) <= MOST_TRIES,
    `At most ${MOST_TRIES} combinations are tried. Use fewer values.`,
  ),
);
export type Search = z.output<typeof Search>;

/** One part of the time, the worse of both readings. */
const Part = z.object({
  /** Of what was given. */
  return: z.number(),
  total: money,
  rounds: z.int(),
  /** What finished rounds earned of the total. */
  fromRounds: money,
  worstDrawdown: z.number(),
  /** Its bars leave too much open. */
  isTooCoarse: z.boolean(),
});

export const SearchReport = z.object({
  engine: z.string(),
  /** What it earns. */
  currency: z.string(),
  /** `best of 200 tries` stands next to every result found this way. */
  tries: z.int(),
  /** When the part begins that chose nothing, UTC epoch ms. */
  heldFrom: z.number(),
  data: z.object({
    source: z.string(),
    interval: z.enum(BACKTEST_INTERVALS),
    from: z.number(),
    to: z.number(),
    checksum: z.string(),
  }),
  /** By the part that was held back, the best first; null where it could not have started there. */
  rows: z.array(
    z.object({
      settings: z.partialRecord(field, z.number()),
      first: z.nullable(Part),
      held: z.nullable(Part),
    }),
  ),
});
export type SearchReport = z.output<typeof SearchReport>;
