import * as z from 'zod/mini';
import { CLOSING_INTERVALS, type ClosingInterval } from './rules/closing-intervals.ts';
import { MOVE_WINDOWS, type MoveWindow } from './rules/move-windows.ts';

const keysOf = <K extends string>(record: Record<K, number>): K[] => Object.keys(record) as K[];

const between = ([least, most]: readonly [number, number], name: string) => {
  const sentence = `${name} is from ${least} to ${most}.`;
  return z.number(sentence).check(z.gte(least, sentence), z.lte(most, sentence));
};
const whole = (range: readonly [number, number], name: string) => {
  const sentence = `${name} is a whole number from ${range[0]} to ${range[1]}.`;
  return z.int(sentence).check(z.gte(range[0], sentence), z.lte(range[1], sentence));
};

/** What may be entered, both ends included. */
export const CONDITION_BOUNDS = {
  percent: [0.1, 90],
  factor: [1.5, 50],
  bars: [5, 200],
  length: [2, 200],
  rsiLength: [2, 100],
  level: [1, 99],
} as const;
const BOUNDS = CONDITION_BOUNDS;

const direction = z.enum(['up', 'down', 'either'], 'Choose one of: up, down, either.');
export type Direction = z.output<typeof direction>;

const intervals = keysOf<ClosingInterval>(CLOSING_INTERVALS);
const interval = z.enum(intervals, `Choose one of: ${intervals.join(', ')}.`);
const windows = keysOf<MoveWindow>(MOVE_WINDOWS);
const window = z.enum(windows, `Choose one of: ${windows.join(', ')}.`);

/** Doubles: points of a drawing. `time` is UTC epoch ms. */
const point = z.strictObject({
  time: z.int().check(z.gte(0, 'A time is a number of milliseconds.'), z.lte(1e13, 'This time is too far away.')),
  price: z.number().check(z.gt(0, 'Enter a price above zero.'), z.lte(1e12, 'This price is too high.')),
});

const crossing = {
  direction,
  interval,
  /** Also by the value of the bar that is still open: what fires then may be taken back when it closes. */
  duringBar: z.optional(z.boolean()),
};

const zone = z.string().check(z.minLength(1, 'Name a time zone.'), z.maxLength(60, 'This is no time zone.'));
const weekday = z.int('A day is a number from 0 (Sunday) to 6.').check(z.gte(0), z.lte(6));
const MINUTE_SENTENCE = 'Enter a time of the day between 00:00 and 23:59.';

/** K-8: by the clock of a time zone, as in the IANA database: Europe/Berlin. */
const clockTime = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      kind: z.literal('once'),
      /** UTC epoch ms. */
      at: z.int().check(z.gte(0, 'A time is a number of milliseconds.'), z.lte(1e13, 'This time is too far away.')),
      zone,
    }),
    z.strictObject({
      kind: z.literal('weekly'),
      /** Minutes after midnight. */
      minute: z.int(MINUTE_SENTENCE).check(z.gte(0, MINUTE_SENTENCE), z.lte(1439, MINUTE_SENTENCE)),
      days: z.array(weekday).check(
        z.minLength(1, 'Choose at least one day.'),
        z.refine((days) => new Set(days).size === days.length, 'Name each day once.'),
      ),
      zone,
    }),
  ],
  'A time is once or weekly.',
);

export const LISTING_EVENTS = ['listed', 'trading', 'halted', 'delisted'] as const;
const LISTING_SENTENCE = `Choose among: ${LISTING_EVENTS.join(', ')}.`;

/** K-1: what an alert that is not of a price level waits for. */
export const Condition = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('percent-move'), direction, percent: between(BOUNDS.percent, 'A move'), window }),
    z.strictObject({
      kind: z.literal('volume'),
      /** Times the mean of so many whole bars before. */
      factor: between(BOUNDS.factor, 'A factor'),
      bars: whole(BOUNDS.bars, 'The number of bars'),
      interval,
    }),
    z.strictObject({
      kind: z.literal('rsi'),
      length: whole(BOUNDS.rsiLength, 'A length'),
      level: between(BOUNDS.level, 'A level of the RSI'),
      ...crossing,
    }),
    z
      .strictObject({
        kind: z.literal('ema'),
        fast: whole(BOUNDS.length, 'A length'),
        slow: whole(BOUNDS.length, 'A length'),
        ...crossing,
      })
      .check(z.refine(({ fast, slow }) => fast < slow, 'The first average must be the shorter one.')),
    z.strictObject({ kind: z.literal('price-ema'), length: whole(BOUNDS.length, 'A length'), ...crossing }),
    z
      .strictObject({
        kind: z.literal('macd'),
        fast: z._default(whole(BOUNDS.length, 'A length'), 12),
        slow: z._default(whole(BOUNDS.length, 'A length'), 26),
        signal: z._default(whole(BOUNDS.length, 'A length'), 9),
        against: z.enum(['signal', 'zero'], 'Choose one of: signal, zero.'),
        ...crossing,
      })
      .check(z.refine(({ fast, slow }) => fast < slow, 'The first average must be the shorter one.')),
    z.strictObject({
      kind: z.literal('bollinger'),
      length: z._default(whole(BOUNDS.length, 'A length'), 20),
      band: z.enum(['upper', 'lower'], 'Choose one of: upper, lower.'),
      ...crossing,
    }),
    z
      .strictObject({
        kind: z.literal('trendline'),
        from: point,
        to: point,
        /** Straight in price, or in percent, which is straight on a logarithmic scale. */
        straightIn: z.enum(['price', 'percent'], 'Choose one of: price, percent.'),
        /** UTC epoch ms; later prices do not count. */
        until: z.int().check(z.gte(0, 'A time is a number of milliseconds.')),
        direction,
      })
      .check(
        z.refine(
          ({ from, to }) => from.time < to.time,
          'The second point of a trend line must be later than the first.',
        ),
        z.refine(({ from, until }) => until > from.time, 'A trend line must end after its first point.'),
      ),
    z.strictObject({ kind: z.literal('time'), time: clockTime }),
    z.strictObject({
      kind: z.literal('listing'),
      /** 'DOGE'; null for any. */
      coin: z.nullable(z.string().check(z.regex(/^[A-Z0-9]{1,20}$/, 'A coin is named like DOGE.'))),
      events: z.array(z.enum(LISTING_EVENTS, LISTING_SENTENCE)).check(
        z.minLength(1, LISTING_SENTENCE),
        z.refine((events) => new Set(events).size === events.length, 'Name each event once.'),
      ),
    }),
  ],
  'Choose one of: percent-move, volume, rsi, ema, price-ema, macd, bollinger, trendline, time, listing. Funding is not offered: spot has none.',
);
export type Condition = z.output<typeof Condition>;
export type ConditionKind = Condition['kind'];
/** What does not wait for prices. */
export type Occasion = Extract<Condition, { kind: 'time' | 'listing' }>;
export type MarketCondition = Exclude<Condition, Occasion>;
export const isOccasion = (condition: Condition): condition is Occasion =>
  condition.kind === 'time' || condition.kind === 'listing';
export type ConditionOf<K extends ConditionKind> = Extract<Condition, { kind: K }>;
