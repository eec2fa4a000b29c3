import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { type AverageTerms, type Held, breakEvenOf, closingQuantity } from './terms.ts';

export interface Joined extends Held {
  /** Shown, not booked: rounded to 8 decimals. */
  averagePrice: Big;
  /** What closes it, in whole steps. */
  closing: Big;
  /** What closed the parts on their own, together. */
  closingApart: Big;
  /** Base that stays after the close. */
  dust: Big;
  breakEven: Big | null;
}

const SHOWN_DECIMALS = 8;
const sum = (parts: readonly Held[], of: keyof Held): Big => parts.reduce((total, part) => total.plus(part[of]), ZERO);

/** AV-2: the sums of the parts, to the last digit; nothing is booked by it (AV-6). */
export function join(parts: readonly Held[], terms: AverageTerms): Joined {
  const whole: Held = { quantity: sum(parts, 'quantity'), counter: sum(parts, 'counter'), net: sum(parts, 'net') };
  const closing = closingQuantity(whole, terms);
  const received =
    terms.side === 'buy' ? whole.net.minus(closing) : closing.times(terms.fee.times(-1).plus(1)).minus(whole.net);
  return {
    ...whole,
    averagePrice: whole.counter.div(whole.quantity).round(SHOWN_DECIMALS),
    closing,
    closingApart: parts.reduce((total, part) => total.plus(closingQuantity(part, terms)), ZERO),
    dust: received,
    breakEven: breakEvenOf(whole, terms),
  };
}
