import type { Big } from 'big.js';
import { grouped } from '#contracts/rules/decimal.ts';

/** W-10. */
export const BURST = { most: 15, withinMs: 180_000 } as const;

interface Caps {
  /** Signals taken in 24 hours. */
  perDay: number;
  /** USDT. */
  perSignalUsdt: Big;
  perDayUsdt: Big;
}

interface Used {
  /** Signals taken in the last 24 hours. */
  today: number;
  /** USDT that they were allowed. */
  usdtToday: Big;
}

/** Why a hook has done enough; null where it may act. `usdt` is what this signal spends, null where that is not known. */
export function capFault(caps: Caps, used: Used, usdt: Big | null): string | null {
  if (used.today >= caps.perDay)
    return `this hook has acted ${used.today} times in 24 hours; the most is ${caps.perDay}`;
  if (usdt === null) return 'what this would cost in USDT is not known now';
  if (usdt.gt(caps.perSignalUsdt))
    return `${grouped(usdt, 2)} USDT is more than the ${grouped(caps.perSignalUsdt)} that a signal of this hook may spend`;
  const spent = used.usdtToday.plus(usdt);
  return spent.gt(caps.perDayUsdt)
    ? `with this it would have spent ${grouped(spent, 2)} USDT in 24 hours; the most is ${grouped(caps.perDayUsdt)}`
    : null;
}

type Amount = { fixed: Big } | { atMost: Big };

/** What an entry spends, counter currency: the owner's amount, or the sender's up to the owner's. */
export function entryAmount(own: Amount, sent: Big | null): { amount: Big } | { fault: string } {
  if ('fixed' in own) return { amount: own.fixed };
  if (sent === null) return { fault: 'the signal names no amount, and this hook takes the amount from the signal' };
  return sent.gt(own.atMost)
    ? { fault: `the signal wants ${grouped(sent)}; this hook takes at most ${grouped(own.atMost)}` }
    : { amount: sent };
}
