import type { Big } from 'big.js';
import { grouped } from '#contracts/rules/decimal.ts';
import { type FilledEntry, movedBy } from '#contracts/rules/earning.ts';
import { type Unsellable, unsellableAt } from '#contracts/rules/exit-bounds.ts';
import { leastWorth } from '#contracts/rules/least-order.ts';
import type { Moved, OpenTerms } from '#contracts/rules/open-result.ts';
import { nearestTargets, type Targets, totalForStop } from '#contracts/rules/target-bounds.ts';
import type { Exits } from '../../../domain/position/exits.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { decimals } from '../../../lib/decimal.ts';

export interface EntryContext {
  pair: ExchangePair;
  moved: Moved;
  terms: OpenTerms;
}
interface TargetFault {
  target: keyof Targets;
  price: Big;
  fault: Unsellable;
}

const NAMES: Record<keyof Targets, string> = { takeProfit: 'take profit', stopLoss: 'stop loss' };

function firstFault({ takeProfits, stop }: Exits, { pair, moved, terms }: EntryContext): TargetFault | null {
  const all = [
    ...(stop ? [{ target: 'stopLoss', price: stop.price } as const] : []),
    ...takeProfits.map(({ price }) => ({ target: 'takeProfit', price }) as const),
  ];
  for (const { target, price } of all) {
    const fault = unsellableAt(target, { moved, terms, price }, pair);
    if (fault) return { target, price, fault };
  }
  return null;
}

function whyText({ target, price, fault }: TargetFault, { pair, terms }: EntryContext): string {
  const traded = terms.side === 'buy' ? 'sold' : 'bought back';
  const value = grouped(fault.value.round(decimals(pair.tick), 0));
  const worth = `${grouped(fault.quantity)} ${pair.base} are worth ${value} ${pair.counter} there, under the ${grouped(leastWorth(pair, price))} ${pair.counter} minimum`;
  return `The ${NAMES[target]} at ${grouped(price)} cannot be ${traded}: ${worth}.`;
}

/** What would be accepted: a nearer target while the market leaves room for it, else a larger entry. */
function wayOut({ target, price, fault }: TargetFault, { pair, terms }: EntryContext, entryPrice: Big): string {
  const { nearest } = fault;
  const bound = nearestTargets(terms.side, entryPrice, pair.tick)[target];
  const name = NAMES[target];
  if (nearest && nearest.lte(bound)) return `The deepest ${name} here is ${grouped(nearest)}.`;
  const total = totalForStop(price.div(entryPrice), { minNotional: leastWorth(pair, price), fee: terms.fee });
  const needed = total.plus(pair.step.times(entryPrice)).round(2, 3);
  return `This ${name} needs a total of at least ${grouped(needed)} ${pair.counter}.`;
}

/** V-03: why a target could not be traded at its price, and what would be accepted; null where both could. */
export function exitFault(exits: Exits, context: EntryContext, entryPrice: Big): string | null {
  const found = firstFault(exits, context);
  return found && `${whyText(found, context)} ${wayOut(found, context, entryPrice)}`;
}

/** The same of a copy, which is placed all the same. */
export function exitWarning(exits: Exits, context: EntryContext): string | null {
  const found = firstFault(exits, context);
  return found && `${whyText(found, context)} This copy is not protected there.`;
}

/** An entry as if it were filled whole. */
export const entryContext = (pair: ExchangePair, entry: FilledEntry, terms: OpenTerms): EntryContext => ({
  pair,
  moved: movedBy(entry, terms),
  terms,
});
