import type { Big } from 'big.js';
import { CLOSING_INTERVALS } from '#contracts/rules/closing-intervals.ts';
import { MINUTE, SECOND } from '#contracts/rules/time.ts';
import type { ClosingStop, PlanTerms } from './exit-plan.ts';
import type { ClosedFacts } from './plan-facts.ts';

type ClosingDecision = 'hold' | 'close' | 'ask';

interface Closing {
  side: PlanTerms['side'];
  /** A sale's stop is for closes below it, a purchase's for closes above. */
  price: Big;
}

/** `at` is the end of its interval, UTC epoch ms. */
export interface ClosedCandle {
  at: number;
  close: Big;
}

/** Ms that an exchange may take to list a candle that has closed, and between two tries to read it. */
export const TOLD_AFTER = 2 * SECOND;
/** Ms after which the close of a candle was missed. */
const MISSED_AFTER = MINUTE;

const isBeyond = ({ side, price }: Closing, close: Big): boolean =>
  side === 'buy' ? close.lt(price) : close.gt(price);

/**
 * EX-11: what the candles that have closed since the last decision mean, oldest first. A close beyond the price ends the
 * block, unless it was missed and the market has come back since.
 */
export function closingDecision(
  closing: Closing,
  of: { closes: readonly Big[]; market: Big; isMissed: boolean },
): ClosingDecision {
  const { closes, market, isMissed } = of;
  if (!closes.some((close) => isBeyond(closing, close))) return 'hold';
  return !isMissed || isBeyond(closing, market) ? 'close' : 'ask';
}

/** Candles that end up to here were there before a plan that is set now. */
export const closedBefore = (now: number, interval: ClosingStop['interval']): number =>
  now - (now % CLOSING_INTERVALS[interval]);

/** When the next candle is read, UTC epoch ms; one that was not listed yet is asked for again. */
export function readNextAt(
  { until }: Pick<ClosedFacts, 'until'>,
  interval: ClosingStop['interval'],
  now: number,
): number {
  const due = until + CLOSING_INTERVALS[interval] + TOLD_AFTER;
  return due > now ? due : now + TOLD_AFTER;
}

/** Whether a candle has closed that is not decided on yet. */
export const isCloseDue = (
  { until }: Pick<ClosedFacts, 'until'>,
  interval: ClosingStop['interval'],
  now: number,
): boolean => now >= until + CLOSING_INTERVALS[interval] + TOLD_AFTER;

/** EX-11: the newest close, where it was read in time, decides by itself; those that were missed by the market of now. */
export function decideCloses(
  closing: Closing,
  known: ClosedFacts,
  of: { candles: readonly ClosedCandle[]; market: Big; now: number },
): ClosedFacts | null {
  const fresh = of.candles.filter(({ at }) => at > known.until);
  const newest = fresh.at(-1);
  if (!newest) return null;
  const isInTime = ({ at }: ClosedCandle) => of.now - at <= MISSED_AFTER;
  const decide = (candles: readonly ClosedCandle[], isMissed: boolean): ClosedFacts | null => {
    const decision = closingDecision(closing, { ...of, closes: candles.map(({ close }) => close), isMissed });
    const beyond = candles.findLast(({ close }) => isBeyond(closing, close));
    return decision === 'hold' || !beyond ? null : { until: newest.at, did: decision, price: beyond.close };
  };
  const decided = [
    decide(fresh.filter(isInTime), false),
    decide(
      fresh.filter((candle) => !isInTime(candle)),
      true,
    ),
  ].filter((each) => each !== null);
  return decided.find(({ did }) => did === 'close') ?? decided[0] ?? { ...known, until: newest.at };
}
