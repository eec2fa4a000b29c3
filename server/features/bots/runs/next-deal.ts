import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { DAY, MINUTE } from '#contracts/rules/time.ts';
import { type NotOpened, notOpened } from '../../../domain/strategies/signals/opening-deals.ts';
import type { StoredDeal } from '../deals/deals.store.ts';
import type { DealSettings } from './deal-settings.ts';
import { TIME_OF_DAY } from './run-texts.ts';
import type { StoredRun } from './runs.store.ts';

const boughtNothing = ({ row: { base, counter } }: StoredDeal): boolean =>
  !base?.gt(0) && !counter?.lt(0) && !counter?.gt(0);

/** UTC midnight before this time, epoch ms. */
const dayOf = (time: number): number => time - (time % DAY);

interface Waiting {
  why: NotOpened | 'over';
  /** UTC epoch ms. */
  until: number;
}

/** PB-3, PB-6: why a run opens no deal now; null where it does. */
export function waitsFor(
  { run, deals }: Pick<StoredRun, 'run' | 'deals'>,
  { limits, repeat }: DealSettings,
  { now, last, openResult = ZERO }: { now: number; last: Big | null; openResult?: Big },
): Waiting | null {
  if (!repeat && deals.some((deal) => !boughtNothing(deal))) return { why: 'over', until: now };
  const ended = deals.filter(({ row }) => row.endedAt !== null);
  const latest = ended.toSorted((one, other) => (one.row.endedAt ?? 0) - (other.row.endedAt ?? 0)).at(-1);
  const lastEnd = latest?.row.endedAt ?? null;
  const today = deals.filter(({ row }) => (row.endedAt ?? now) >= dayOf(now));
  const result = today.reduce(
    (sum, { row }) => sum.plus(row.counter ?? 0).plus((row.base ?? ZERO).times(last ?? 0)),
    openResult,
  );
  // One that bought nothing is tried again a minute later.
  const coolDown = latest && boughtNothing(latest) ? Math.max(limits.coolDown, MINUTE) : limits.coolDown;
  const facts = {
    open: deals.length - ended.length,
    lastEnd,
    today: { deals: deals.filter(({ row }) => row.openedAt >= dayOf(now)).length, result },
    given: run.givenCounter,
    now,
  };
  const why = notOpened({ ...limits, coolDown }, facts);
  if (why === null) return null;
  return { why, until: why === 'cool-down' ? (lastEnd ?? now) + coolDown : dayOf(now) + DAY };
}

const WORDS: Record<Waiting['why'], string> = {
  over: 'Its deal is over.',
  places: 'Its deals are open.',
  'cool-down': 'It rests after a deal',
  'deals-of-day': 'It has opened all deals of this day',
  'daily-loss': 'It has reached its loss of this day',
};

export const waitingText = ({ why, until }: Waiting): string =>
  why === 'over' || why === 'places'
    ? WORDS[why]
    : `${WORDS[why]}: the next one opens from ${TIME_OF_DAY.format(until)} UTC.`;
