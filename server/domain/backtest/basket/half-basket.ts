import type { Bars } from '../bars.ts';
import { decidesAlike, firstBars } from '../half-run.ts';
import type { BasketReplay } from './replay-basket.ts';

type Decided = Pick<BasketReplay, 'fills' | 'stopped'>;

/** A look at a bar's end goes by that bar, and not by the one that opens then. */
const byBars = ({ fills, stopped }: Decided) => ({
  fills: fills.map((fill) => Object.assign({}, fill, { time: fill.time - 1 })),
  stopped: stopped && { ...stopped, time: stopped.time - 1 },
});

/** the first half of the bars of each pair, run alone, decided the same to the last digit. */
export function basketDecidesAlike(
  all: readonly Bars[],
  whole: Decided,
  replay: (half: readonly Bars[]) => Decided,
): boolean {
  const [first] = all;
  if (!first) return true;
  return decidesAlike(first, byBars(whole), ({ times }) =>
    byBars(replay(all.map((bars) => firstBars(bars, times.length)))),
  );
}
