import type { Running } from './running.ts';

/** An average keeps so many numbers: its weight, how many values it begins with, how many there were, and itself. */
export const AVERAGE = 4;
const WEIGHT = 0;
const LENGTH = 1;
/** Up to the length. */
const COUNT = 2;
/** The sum of the values so far until it begins. */
const VALUE = 3;

function begin(numbers: Float64Array, at: number, [length, weight]: readonly [number, number]): void {
  numbers.set([weight, length, 0, 0], at);
}

/** Exponential average, weight 2/(length + 1), in numbers from a place on: those of many series may lie side by side. */
export const beginEma = (numbers: Float64Array, at: number, length: number): void =>
  begin(numbers, at, [length, 2 / (length + 1)]);

/** Wilder's average, weight 1/length. */
export const beginWilder = (numbers: Float64Array, at: number, length: number): void =>
  begin(numbers, at, [length, 1 / length]);

const numberAt = (numbers: Float64Array, at: number): number => numbers[at] ?? NaN;

/** The first value is the mean of the first `length`, then each moves the average by its weight. NaN before that. */
export function peekAverage(numbers: Float64Array, at: number, value: number): number {
  const [length, count] = [numberAt(numbers, at + LENGTH), numberAt(numbers, at + COUNT)];
  const held = numberAt(numbers, at + VALUE);
  if (count === length) return held + numberAt(numbers, at + WEIGHT) * (value - held);
  return count + 1 < length ? NaN : (held + value) / length;
}

export function addAverage(numbers: Float64Array, at: number, value: number): number {
  const next = peekAverage(numbers, at, value);
  const count = numberAt(numbers, at + COUNT);
  if (count < numberAt(numbers, at + LENGTH)) numbers[at + COUNT] = count + 1;
  numbers[at + VALUE] = Number.isNaN(next) ? numberAt(numbers, at + VALUE) + value : next;
  return next;
}

/** As it is; NaN before it begins. */
export const averageOf = (numbers: Float64Array, at: number): number =>
  numbers[at + COUNT] === numbers[at + LENGTH] ? numberAt(numbers, at + VALUE) : NaN;

export const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

function running(beginIn: typeof beginEma, length: number): Running<number, number> {
  const numbers = new Float64Array(AVERAGE);
  beginIn(numbers, 0, length);
  return {
    preview: (value) => orNull(peekAverage(numbers, 0, value)),
    add: (value) => orNull(addAverage(numbers, 0, value)),
  };
}

export const ema = (length: number): Running<number, number> => running(beginEma, length);

export const wilder = (length: number): Running<number, number> => running(beginWilder, length);
