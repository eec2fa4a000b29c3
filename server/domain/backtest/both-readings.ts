import type { Bars } from './bars.ts';
import { type Replay, type ReplaySettings, replayRun } from './replay-run.ts';

/** What two readings are compared by. */
type Read = Pick<Replay, 'ambiguous'> & { result: Pick<Replay['result'], 'total'> };

export interface BothReadings<Of extends Read = Replay> {
  /** The one that is booked: the worse. */
  booked: Of;
  other: Of;
  bars: number;
  /** Bars that leave open what came first, in either reading. */
  ambiguous: number;
  /** More than 1% of the bars are ambiguous, or the sign of the result depends on it. */
  isTooCoarse: boolean;
}

const MOST_AMBIGUOUS = 0.01;

/** of two readings of so many bars the worse one is booked. */
export function bookReadings<Of extends Read>(bars: number, drawn: Of, reversed: Of): BothReadings<Of> {
  const isDrawnWorse = drawn.result.total.lte(reversed.result.total);
  const ambiguous = drawn.ambiguous.union(reversed.ambiguous).size;
  const differs = drawn.result.total.times(reversed.result.total).lt(0);
  return {
    booked: isDrawnWorse ? drawn : reversed,
    other: isDrawnWorse ? reversed : drawn,
    bars,
    ambiguous,
    isTooCoarse: differs || ambiguous > bars * MOST_AMBIGUOUS,
  };
}

/** both readings of the bars. */
export const bothReadings = (bars: Bars, of: ReplaySettings): BothReadings =>
  bookReadings(bars.times.length, replayRun(bars, 'drawn', of), replayRun(bars, 'reversed', of));
