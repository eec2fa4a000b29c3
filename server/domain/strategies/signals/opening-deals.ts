import { Big } from 'big.js';
import { min } from '#contracts/rules/decimal.ts';

export interface DealLimits {
  /** Most open deals at a time, 1 to 5. */
  places: number;
  /** Ms after a deal's end in which none is opened. */
  coolDown: number;
  /** Most deals that begin on one UTC day. */
  perDay: number;
  /** Loss of a UTC day, as a fraction of what was given, from which no deal is opened until the next. */
  dailyLoss: Big;
}

export interface DealFacts {
  open: number;
  /** UTC epoch ms of the last deal's end; null before the first. */
  lastEnd: number | null;
  /** Deals that began today, and today's result of closed and open deals, counter units. */
  today: { deals: number; result: Big };
  given: Big;
  now: number;
}

export type NotOpened = 'places' | 'cool-down' | 'deals-of-day' | 'daily-loss';

/** PB-3, PB-6: why a signal opens no deal now; null where it does. */
export function notOpened(limits: DealLimits, { open, lastEnd, today, given, now }: DealFacts): NotOpened | null {
  if (today.result.lte(given.times(limits.dailyLoss).times(-1))) return 'daily-loss';
  if (today.deals >= limits.perDay) return 'deals-of-day';
  if (open >= limits.places) return 'places';
  return lastEnd !== null && now - lastEnd < limits.coolDown ? 'cool-down' : null;
}

/** PB-2: a signal that is known later than one bar after its bar ended is listed, not traded. Ms. */
export const isMissed = ({ barEnd, now }: { barEnd: number; now: number }, interval: number): boolean =>
  now - barEnd > interval;

export type DealAmount = { by: 'fixed'; amount: Big } | { by: 'share'; share: Big };

export interface Purse {
  /** What the bot owns, and what of it no open deal keeps; counter units. */
  owns: Big;
  free: Big;
  given: Big;
}

const TEN = new Big(10);

/** A share of ten counter units or more has whole hundredths, a smaller one, as of BTC, eight decimals. */
export const cutShare = (amount: Big): Big => amount.round(amount.gte(TEN) ? 2 : 8, 0);

/**
 * PB-4: counter units for a deal that opens now. A share is one of what the bot owns, or its free money where open deals
 * are worth more than their share; without reinvesting never of more than it was given. Null where nothing is free, or less
 * than a fixed amount.
 */
export function amountOf(wanted: DealAmount, purse: Purse, reinvest: boolean): Big | null {
  const { owns, free, given } = purse;
  const base = reinvest ? owns : min(owns, given);
  const amount = wanted.by === 'fixed' ? wanted.amount : cutShare(min(base.times(wanted.share), free));
  return amount.gt(0) && amount.lte(free) ? amount : null;
}
