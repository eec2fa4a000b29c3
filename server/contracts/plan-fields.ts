import * as z from 'zod/mini';
import { money, nullableMoney, positiveMoney } from './money.ts';
import { CLOSING_INTERVALS, type ClosingInterval } from './rules/closing-intervals.ts';

/** Longer lists are refused before the rule says how many a plan may have. */
const MOST_ROWS = 20;

const StopAfter = z.union([
  z.strictObject({
    to: z.enum(['break-even', 'whole-deal-at-zero']),
    /** The number of the take profit, from 1. */
    target: z.int(),
    /** Fraction by which the stop lies beyond that price; left out, none. */
    offset: z.optional(money),
  }),
  z.strictObject({ to: z.literal('previous-target') }),
]);

const TimeExit = z.union([
  z.strictObject({
    /** UTC epoch ms. */
    at: z.int(),
    /** Where it is not in profit then, it keeps its targets. */
    onlyInProfit: z.boolean(),
  }),
  z.strictObject({
    /** Ms after the entry was filled. */
    after: z.int().check(z.positive()),
    onlyInProfit: z.boolean(),
  }),
]);

const INTERVALS = Object.keys(CLOSING_INTERVALS) as ClosingInterval[];

/** Of what is open when it is set, or of what the entry brings in. Shares and distances are fractions: 0.5 is half. */
export const planFields = {
  /** Nearest to the market first; the shares are 1 together. */
  takeProfits: z.array(z.strictObject({ price: positiveMoney, share: positiveMoney })).check(z.maxLength(MOST_ROWS)),
  stopLoss: z.nullable(
    z.strictObject({
      price: positiveMoney,
      /** Where the stop of what is left goes once a take profit has filled whole. */
      after: z.optional(z.nullable(StopAfter)),
      /** It follows the best trade by so many percent from then on: 3 is 3%. The exchange moves it where it can. */
      trailing: z.optional(z.nullable(z.strictObject({ percent: positiveMoney }))),
      /** The close of a candle beyond this price ends the block; `price` is then the emergency stop on the exchange. */
      closing: z.optional(z.nullable(z.strictObject({ price: positiveMoney, interval: z.enum(INTERVALS) }))),
    }),
  ),
  /** When what is left is closed at market, whatever the targets; left out, never. */
  time: z.optional(z.nullable(TimeExit)),
};

const PlanParts = z.strictObject(planFields);
export type PlanParts = z.output<typeof PlanParts>;

/** `none`: there is none to hold. */
const Holder = z.enum(['exchange', 'server', 'none']);

/** A part of what is held, which goes out at one price or at the stop. */
const PlannedSlice = z.object({
  /** The take profits that it stands for, from 1: more than one where some were too small on their own. */
  targets: z.array(z.number()),
  price: money,
  quantity: money,
  takeProfit: Holder,
  stop: Holder,
});

export const PlannedExits = z.object({
  errorMessage: z.nullable(z.string()),
  /** What is not as typed, and why: slices that are joined, take profits that this server watches; copies by name. */
  warnings: z.array(z.string()),
  slices: z.array(PlannedSlice),
  /** Where the stop begins, and who moves it where it follows the market. */
  stop: z.nullable(z.object({ at: money, movedBy: z.nullable(z.enum(['exchange', 'server'])) })),
  /** Who holds the stops, and what happens while this server is away; null with an error. */
  protection: z.nullable(z.object({ label: z.string(), away: z.string() })),
  /** Of the whole deal on the main key, counter currency: if every take profit fills, and if the stop comes first. */
  results: z.nullable(z.object({ atTargets: nullableMoney, atStop: nullableMoney })),
});
export type PlannedExits = z.output<typeof PlannedExits>;
