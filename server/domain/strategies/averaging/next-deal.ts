import type { Big } from 'big.js';
import { max, ZERO } from '#contracts/rules/decimal.ts';
import { DAY, MINUTE } from '#contracts/rules/time.ts';
import { type DealLimits, type NotOpened, notOpened } from '../signals/opening-deals.ts';
import type { DealRules } from '../deals/deal-facts.ts';
import { type AveragingSettings, ladderFault, ladderOf, reservedFor } from './addition-ladder.ts';

/** What the deals of a run go by. */
export interface DealSettings {
  averaging: AveragingSettings;
  limits: DealLimits;
  repeat: boolean;
}

/** A deal, by what decides about the next one. */
export interface DealSum {
  /** UTC epoch ms. */
  openedAt: number;
  endedAt: number | null;
  /** What it moved; null while it is open. */
  base: Big | null;
  counter: Big | null;
}

export interface WaitsForDeal {
  why: NotOpened | 'over';
  /** UTC epoch ms. */
  until: number;
}

const boughtNothing = ({ base, counter }: DealSum): boolean => !base?.gt(0) && !counter?.lt(0) && !counter?.gt(0);

/** UTC midnight before this time, epoch ms. */
const dayOf = (time: number): number => time - (time % DAY);

/** PB-3, PB-6: why a run opens no deal now; null where it does. `given`, `openResult`: counter units. */
export function waitsForDeal(
  { deals, given }: { deals: readonly DealSum[]; given: Big },
  { limits, repeat }: Pick<DealSettings, 'limits' | 'repeat'>,
  { now, last, openResult = ZERO }: { now: number; last: Big | null; openResult?: Big },
): WaitsForDeal | null {
  if (!repeat && deals.some((deal) => !boughtNothing(deal))) return { why: 'over', until: now };
  const ended = deals.filter(({ endedAt }) => endedAt !== null);
  const latest = ended.toSorted((one, other) => (one.endedAt ?? 0) - (other.endedAt ?? 0)).at(-1);
  const lastEnd = latest?.endedAt ?? null;
  const today = deals.filter(({ endedAt }) => (endedAt ?? now) >= dayOf(now));
  const result = today.reduce(
    (sum, { base, counter }) => sum.plus(counter ?? 0).plus((base ?? ZERO).times(last ?? 0)),
    openResult,
  );
  // One that bought nothing is tried again a minute later.
  const coolDown = latest && boughtNothing(latest) ? Math.max(limits.coolDown, MINUTE) : limits.coolDown;
  const facts = {
    open: deals.length - ended.length,
    lastEnd,
    today: { deals: deals.filter(({ openedAt }) => openedAt >= dayOf(now)).length, result },
    given,
    now,
  };
  const why = notOpened({ ...limits, coolDown }, facts);
  if (why === null) return null;
  return { why, until: why === 'cool-down' ? (lastEnd ?? now) + coolDown : dayOf(now) + DAY };
}

/** Of what a deal needs, which a purse may lack: so much is due to rounding. */
const NEARLY = '0.99';

/** What the ladder of the next deal takes, counter units: all of it, and its largest order. */
export interface NeededByDeal {
  needed: Big;
  largest: Big;
}

/** PB-4: what keeps the next deal from opening until its owner looks, as a sentence; or what it takes. `owned`: counter units. */
export function openingOf(
  averaging: AveragingSettings,
  { last, owned, rules, currency }: { last: Big; owned: Big; rules: DealRules; currency: string },
): { fault: string } | NeededByDeal {
  const fault = ladderFault(averaging, last, rules);
  if (fault !== null) return { fault };
  const ladder = ladderOf(averaging, last, rules);
  const needed = reservedFor(ladder);
  if (owned.lt(needed.times(NEARLY)))
    return {
      fault: `It has ${amountText(owned.round(2, 0))} ${currency} left; a deal needs ${amountText(needed.round(2, 3))}. Copy it to start another with less.`,
    };
  return { needed, largest: max(ZERO, ...ladder.map(({ price, quantity }) => price.times(quantity))) };
}

const CENT = '0.01';
/** Money of the counter currency, cents where it has them. */
export const amountText = (amount: Big): string =>
  amount.abs().lt(CENT) && !amount.eq(0) ? amount.toFixed() : amount.toFixed(2);
