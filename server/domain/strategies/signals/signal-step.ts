import type { Big } from 'big.js';
import { isOrderable } from '#contracts/rules/least-order.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import type { DealBlock, DealContext, DealFacts, DealStep } from '../deals/deal-facts.ts';
import { coreStep, endingStep, rests, undecidedStep, wait } from '../deals/shared-steps.ts';

/** What a deal buys at its signal. */
export interface SignalEntry {
  /** Of its limit, counter units. */
  price: Big;
  /** Base units. */
  quantity: Big;
  /** The stop of all, counter units; null without one. */
  stop: Big | null;
  /** UTC epoch ms from which it is not bought any more. */
  until: number;
}

const LATE = 'Its signal was too old by the time it could be ordered.';

/** PB-5, rule 4: nothing has filled, or what has can be sold at its stop. */
function mayEnd({ entered, bought }: DealBlock, { price, stop }: SignalEntry, { rules }: DealContext): boolean {
  return entered.quantity.eq(0) || isOrderable(floorTo(rules.step, bought.net), stop ?? price, rules);
}

/** An entry ends with its time, or as its owner pauses the bot; what can be sold of it stays. */
function restingStep(core: DealBlock, entry: SignalEntry, context: DealContext): DealStep {
  const isOver = context.now >= entry.until || context.additions === 'down';
  if (!isOver) return wait(null, entry.until);
  return mayEnd(core, entry, context)
    ? { do: 'cancel', block: core }
    : wait('What has filled of its entry is too small to be sold: the rest stays open.');
}

/** Nothing is ordered that is not wanted any more. Null once it is stored, or was refused. */
function beginStep(
  { price, quantity, until }: SignalEntry,
  { blocks, ending }: DealFacts,
  context: DealContext,
): DealStep | null {
  if (blocks.some(({ entry, fault }) => entry !== 'unwritten' || fault !== null)) return null;
  if (ending) return { do: 'over', reason: null };
  if (context.now >= until) return { do: 'over', reason: LATE };
  if (context.additions !== 'place') return { do: 'over', reason: 'It was not opened.' };
  return blocks.length > 0 ? null : { do: 'place', order: { leg: 'base', number: 0, attempt: 1, price, quantity } };
}

/** PB-1, PB-5: what a deal does next that was opened by a signal: it has one entry, which goes out with its exits. */
export function signalStep(entry: SignalEntry, facts: DealFacts, context: DealContext): DealStep {
  const begun = beginStep(entry, facts, context);
  if (begun) return begun;
  const undecided = undecidedStep(facts);
  if (undecided) return undecided;
  if (facts.ending) return endingStep(facts, context);
  const core = facts.blocks.find(({ leg }) => leg === 'base');
  if (!core) return wait();
  const step = coreStep(core, context);
  return step?.do === 'wait' && rests(core) ? restingStep(core, entry, context) : (step ?? wait());
}
