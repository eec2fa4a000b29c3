import type { Big } from 'big.js';
import { waitsForDeal, type DealSettings, type WaitsForDeal } from '../../../domain/strategies/averaging/next-deal.ts';
import { TIME_OF_DAY } from './run-texts.ts';
import type { StoredRun } from './runs.store.ts';

/** PB-3, PB-6: why a run opens no deal now; null where it does. */
export const waitsFor = (
  { run, deals }: Pick<StoredRun, 'run' | 'deals'>,
  settings: Pick<DealSettings, 'limits' | 'repeat'>,
  at: { now: number; last: Big | null; openResult?: Big },
): WaitsForDeal | null => waitsForDeal({ deals: deals.map(({ row }) => row), given: run.givenCounter }, settings, at);

const WORDS: Record<WaitsForDeal['why'], string> = {
  over: 'Its deal is over.',
  places: 'Its deals are open.',
  'cool-down': 'It rests after a deal',
  'deals-of-day': 'Its deals per day are used up',
  'daily-loss': 'Its loss limit of the day is reached',
};

export const waitingText = ({ why, until }: WaitsForDeal): string =>
  why === 'over' || why === 'places'
    ? WORDS[why]
    : `${WORDS[why]}: the next one opens from ${TIME_OF_DAY.format(until)} UTC.`;
