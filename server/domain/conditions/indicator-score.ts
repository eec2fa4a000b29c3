import type { Condition, ConditionOf } from '#contracts/rules/condition-text.ts';
import { addAverage, AVERAGE, beginEma } from '#contracts/rules/series/averages.ts';
import { addMacd, addRsi, beginMacd, beginRsi, MACD, RSI, signalOf } from '#contracts/rules/series/oscillators.ts';
import { addToWindow, bandOf, beginWindow, windowSize } from '#contracts/rules/series/windows.ts';
import { sideOf } from './series-crossing.ts';

export type IndicatorCondition = ConditionOf<'rsi' | 'ema' | 'price-ema' | 'macd' | 'bollinger'>;

/** Takes in the close of a bar that has ended; NaN before there are enough bars. */
export type AddClose = (numbers: Float64Array, at: number, close: number) => number;

/**
 * An indicator, fed with closes, in numbers of an array from a place on: those of many series lie side by side. It crosses a
 * level of its own (RSI), or another series: then the level is 0.
 */
export interface IndicatorScore {
  /** So many numbers are its own. */
  size: number;
  begin: (numbers: Float64Array, at: number) => void;
  /** The same for all series of a kind. */
  add: AddClose;
  /** Takes in the close of a bar whose score is not asked for. */
  note: (numbers: Float64Array, at: number, close: number) => unknown;
  /** K-6: so many bars go by before the first value counts. */
  warmUp: number;
}

const WIDTH = 2;
const FORGETS = 10;
/** Wilder's averages forget more slowly. */
const WILDER_FORGETS = 25;
const warmUpOf = (lengths: number, forgets = FORGETS): number => 250 + forgets * lengths;

/** By how much one value is above the other, as a part of the larger; 0 where they count as equal. */
function apart(value: number, level: number): number {
  if (sideOf(value, level) === 'none') return 0;
  return (value - level) / Math.max(Math.abs(value), Math.abs(level));
}

const addEmas: AddClose = (numbers, at, close) =>
  apart(addAverage(numbers, at, close), addAverage(numbers, at + AVERAGE, close));

const addClose: AddClose = (numbers, at, close) => apart(close, addAverage(numbers, at, close));

const addOverSignal: AddClose = (numbers, at, close) => apart(addMacd(numbers, at, close), signalOf(numbers, at));

const addOverZero: AddClose = (numbers, at, close) => {
  const difference = addMacd(numbers, at, close);
  return Math.abs(difference) <= close * Number.EPSILON ? 0 : difference;
};

const overBand =
  (width: number): AddClose =>
  (numbers, at, close) =>
    addToWindow(numbers, at, close) ? apart(close, bandOf(numbers, at, width)) : NaN;
const addOverUpper = overBand(WIDTH);
const addOverLower = overBand(-WIDTH);

/** K-5, K-6. */
export function indicatorScore(of: IndicatorCondition): IndicatorScore {
  switch (of.kind) {
    case 'rsi':
      return {
        size: RSI,
        warmUp: warmUpOf(of.length, WILDER_FORGETS),
        begin: (numbers, at) => beginRsi(numbers, at, of.length),
        add: addRsi,
        note: addRsi,
      };
    case 'ema':
      return {
        size: 2 * AVERAGE,
        warmUp: warmUpOf(of.fast + of.slow),
        begin: (numbers, at) => {
          beginEma(numbers, at, of.fast);
          beginEma(numbers, at + AVERAGE, of.slow);
        },
        add: addEmas,
        note: addEmas,
      };
    case 'price-ema':
      return {
        size: AVERAGE,
        warmUp: warmUpOf(of.length),
        begin: (numbers, at) => beginEma(numbers, at, of.length),
        add: addClose,
        note: addClose,
      };
    case 'macd':
      return {
        size: MACD,
        warmUp: warmUpOf(of.fast + of.slow + of.signal),
        begin: (numbers, at) => beginMacd(numbers, at, of),
        add: of.against === 'zero' ? addOverZero : addOverSignal,
        note: addMacd,
      };
    case 'bollinger':
      return {
        size: windowSize(of.length),
        warmUp: warmUpOf(of.length),
        begin: (numbers, at) => beginWindow(numbers, at, of.length),
        add: of.band === 'upper' ? addOverUpper : addOverLower,
        note: addToWindow,
      };
    default:
      return of satisfies never;
  }
}

/** An open bar's numbers are copied here; the longest series is a window of 200 closes. */
let copied = new Float64Array(256);

/** K-2: the score if the running bar closed at this price. Changes nothing. */
export function scoreOfOpenBar(
  { add, size }: Pick<IndicatorScore, 'add' | 'size'>,
  numbers: Float64Array,
  { at, price }: { at: number; price: number },
): number {
  if (size > copied.length) copied = new Float64Array(size);
  for (let place = 0; place < size; place += 1) copied[place] = numbers[at + place] ?? 0;
  return add(copied, 0, price);
}

/** The level at which an alert hangs on its series. */
export function thresholdOf(of: Condition): number {
  if (of.kind === 'percent-move') return of.percent;
  if (of.kind === 'volume') return of.factor;
  return of.kind === 'rsi' ? of.level : 0;
}
