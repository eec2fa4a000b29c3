import { Big } from 'big.js';
import { atr } from '#contracts/rules/series/true-range.ts';
import type { UnitOrder } from '../deals/deal-facts.ts';
import type { FlowSignal, SignalBar } from './decide-bars.ts';
import type { PairRules } from './pair-rules.ts';
import { breakoutOf, exitChannel } from './turtle.ts';

/** A bar with how far it went, counter units. */
export interface RangeBar extends SignalBar {
  high: Big;
  low: Big;
}

/** What the bars that have ended say to a bot that enters on a breakout. */
export interface TurtleLevels {
  /** End of the last bar whose signal counts, UTC epoch ms; null where there was none. */
  signalAt: number | null;
  /** Where the next deal would buy, and N; null before there are enough whole bars. */
  breakout: Pick<UnitOrder, 'trigger' | 'range'> | null;
  /** At which all is sold, counter units; null before there are enough whole bars. */
  exit: Big | null;
}

/** The same as JSON, decimals as text. */
export interface StoredTurtle {
  signalAt: number | null;
  breakout: { trigger: string; range: string } | null;
  exit: string | null;
}

/** Bars of N. */
const RANGE_BARS = 20;
/** So many bars bear on N: the same, however many were read. */
export const BARS_COUNTED = 100;
const DECIMALS = 10;

/** PB-9: N, Wilder's average of the true ranges of 20 bars, counter units. */
function rangeOf(bars: readonly RangeBar[]): Big | null {
  const average = atr(RANGE_BARS);
  let range: number | null = null;
  for (const { high, low, close } of bars.slice(-BARS_COUNTED))
    range = average.add({ high: high.toNumber(), low: low.toNumber(), close: close.toNumber() });
  return range === null ? null : new Big(range.toFixed(DECIMALS));
}

/** PB-9: from whole bars, of which the last has just ended. PB-2: a signal that came late opens nothing. */
export function turtleLevels(
  { bars, signals }: { bars: readonly RangeBar[]; signals: readonly FlowSignal[] },
  before: Pick<TurtleLevels, 'signalAt'> | null,
  rules: Pick<PairRules, 'tick'>,
): TurtleLevels {
  const signalAt = signals.findLast(({ isMissed }) => !isMissed)?.at ?? before?.signalAt ?? null;
  const [found, range] = [breakoutOf(bars, rules), rangeOf(bars)];
  const breakout = found && range?.gt(0) ? { trigger: found.trigger, range } : null;
  return { signalAt, breakout, exit: exitChannel(bars, rules) };
}

/** PB-9: a signal stood within the last `look` bars, of which the last ended at `until`. `length`: of a bar, ms. */
export const isFilterOn = (
  { signalAt }: Pick<TurtleLevels, 'signalAt'>,
  until: number,
  { look, length }: { look: number; length: number },
): boolean => signalAt !== null && until - signalAt < look * length;
