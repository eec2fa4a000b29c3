import { Big } from 'big.js';
import type { Pair } from '#contracts/markets.ts';
import type { PlaceOrder } from '#contracts/orders.ts';
import {
  averageOf,
  ladderFault,
  ladderQuantity,
  ladderShares,
  type LadderTerms,
  type Limit,
  limitsFor,
} from '#contracts/rules/ladder.ts';
import { type Band, exitsFault } from '#contracts/rules/target-bounds.ts';
import type { Side } from '#contracts/symbol.ts';
import type { ExchangePair } from '../../../../domain/market/pair.ts';
import { type Exits, exitPrice } from '../../../../domain/position/exits.ts';
import { sizeFault } from './entry-terms.ts';
import { farPrice } from './far-price.ts';

interface Place {
  pair: ExchangePair;
  shown: Pair;
  /** Of the latest trades; null while none is known. */
  average: Big | null;
}
export interface SizedLadder {
  /** What a base unit costs on average. */
  price: Big;
  quantity: Big;
  limits: readonly Limit[];
}

const ONCE = new Big(1);

const termsOf = (start: Big, { end, limits, weight = ONCE }: NonNullable<PlaceOrder['ladder']>): LadderTerms => ({
  start,
  end,
  limits,
  weight,
});

function limitFault(limits: readonly Limit[], side: Side, { pair, shown, average }: Place): string | null {
  for (const [at, limit] of limits.entries()) {
    const far = farPrice(limit.price, { side, tick: pair.tick, average, percent: pair.percentPrice });
    const small = sizeFault({ pair, shown }, limit);
    const fault = far ?? (small && `${small} Order more, or in fewer limits.`);
    if (fault) return `Limit ${at + 1} of ${limits.length}: ${fault}`;
  }
  return null;
}

/** EX-9: the limits of an entry on the exchange's steps, or why it cannot have them. */
export function ladderEntry(
  place: Place,
  side: Side,
  wanted: { price: Big; counterQuantity: Big; ladder: NonNullable<PlaceOrder['ladder']> },
): SizedLadder | { error: string } {
  const { tick, step } = place.pair;
  const terms = termsOf(wanted.price, wanted.ladder);
  const fault = ladderFault(side, terms, tick);
  if (fault !== null) return { error: fault };
  const shares = ladderShares(side, terms, tick);
  const quantity = ladderQuantity(shares, wanted.counterQuantity, step);
  const limits = limitsFor(shares, quantity, step);
  const error = limitFault(limits, side, place);
  return error === null ? { price: averageOf(limits), quantity, limits } : { error };
}

/** Its take profit lies beyond its first limit, and its stop beyond its last: else one would trade before the other. */
export function ladderExitsFault(
  exits: Exits,
  limits: readonly Limit[],
  { side, tick, band }: { side: Side; tick: Big; band: Band | null },
): string | null {
  const [first, last] = [limits[0], limits.at(-1)];
  if (!first || !last) return null;
  const [takeProfit, stopLoss] = [exitPrice(exits, 'take-profit'), exitPrice(exits, 'stop-loss')];
  return (
    exitsFault({ takeProfit }, { side, tick, market: first.price }, band) ??
    exitsFault({ stopLoss }, { side, tick, market: last.price }, band)
  );
}
