import type { Big } from 'big.js';
import { grouped, min, priceText } from '#contracts/rules/decimal.ts';
import { isOrderable, leastWorth } from '#contracts/rules/least-order.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { amountText, type DealSum, type WaitsForDeal, waitsForDeal } from '../averaging/next-deal.ts';
import type { Amounts } from './run-books.ts';
import { amountOf } from '../signals/opening-deals.ts';
import type { DealRules } from '../deals/deal-facts.ts';
import type { SignalSettings } from '../signals/run-settings.ts';
import { entryOf } from '../signals/signal-deals.ts';

/** A run to which a signal comes. */
export interface SignalledRun {
  deals: readonly DealSum[];
  /** Counter units that it was given. */
  given: Big;
  owned: Amounts;
  /** What its open deals have moved so far. */
  open: Amounts;
  /** Counter units that rest in its entries. */
  locked: Big;
  /** Name of the counter currency. */
  currency: string;
}

export type DealOfSignal =
  | { do: 'wait'; waits: WaitsForDeal }
  /** It has too little for a deal, as a sentence. */
  | { do: 'lack'; text: string }
  /** `until`: UTC epoch ms from which it is not bought any more. */
  | { do: 'open'; price: Big; quantity: Big; until: number };

function tooSmallText(
  { price, quantity }: { price: Big; quantity: Big },
  rules: DealRules,
  { currency, isFixed }: { currency: string; isFixed: boolean },
): string {
  const worth = `${grouped(price.times(quantity))} ${currency}`;
  const least = grouped(leastWorth(rules, price));
  const other = isFixed ? 'a larger amount for each' : 'more';
  return `A deal would be worth ${worth}; the exchange takes ${least} and more at ${priceText(price, rules.tick)}. Copy it to start another with ${other}.`;
}

/** PB-3 to PB-6: what a signal makes of a run at this market. */
export function dealOfSignal(
  { deals, limits, repeat }: Pick<SignalSettings, 'deals' | 'limits' | 'repeat'>,
  run: SignalledRun,
  at: { signal: { at: number; price: Big }; last: Big; now: number; rules: DealRules },
): DealOfSignal {
  const { signal, last, now, rules } = at;
  const { owned, open, given, locked } = run;
  const openResult = open.counter.plus(open.base.times(last));
  const waits = waitsForDeal(run, { limits, repeat }, { now, last, openResult });
  if (waits) return { do: 'wait', waits };
  // Coins that deals left over, less than a step of each, buy nothing.
  const purse = { owns: owned.counter.plus(open.base.times(last)), free: owned.counter.minus(locked), given };
  const amount = amountOf(deals.amount, purse, deals.reinvest);
  const desired = amount && entryOf({ signal: signal.price, last, amount }, deals, rules);
  // C-4: at its limit it is paid by what is free, also where it is sized by the market.
  const entry = desired && {
    ...desired,
    quantity: min(desired.quantity, floorTo(rules.step, purse.free.div(desired.price))),
  };
  const isFixed = deals.amount.by === 'fixed';
  if (!entry) {
    const has = amountText(purse.free.round(2, 0));
    const other = isFixed ? 'a smaller amount for each' : 'more';
    const text = `It has ${has} ${run.currency} free, too little for a deal. Copy it to start another with ${other}.`;
    return { do: 'lack', text };
  }
  // What the exchange takes no order for would be refused at every signal.
  if (!isOrderable(entry.quantity, entry.price, rules))
    return { do: 'lack', text: tooSmallText(entry, rules, { currency: run.currency, isFixed }) };
  return { do: 'open', ...entry, until: signal.at + deals.validFor };
}
