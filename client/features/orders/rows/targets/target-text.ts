import type { Big } from 'big.js';
import type { OrderBlock } from '#contracts/order-block.ts';
import { readNumber } from '#contracts/rules/number-input.ts';
import { targetFault, targetHint, type TargetContext } from '#contracts/rules/target-bounds.ts';
import { desiredTarget, type DesiredTargets, type Target, targetPrice } from '../../targets.ts';
import { isOver } from '#contracts/rules/block-words.ts';
import { isHeld } from '../../figures/block-state.ts';

export const TARGETS = ['stopLoss', 'takeProfit'] as const satisfies readonly Target[];

/** Short for the row, long for the dialog. */
export const LABELS = {
  stopLoss: { short: 'S.L.', long: 'Stop limit', name: 'Stop loss' },
  takeProfit: { short: 'T.P.', long: 'Take profit', name: 'Take profit' },
} as const;

/** '' without a target. */
export const shownPrice = (block: OrderBlock, target: Target): string =>
  targetPrice(block, target)?.toFixed(block.counterRound) ?? '';

/** Of an entry that waits, its own price counts: that is the market when its targets are placed. */
export const contextOf = (block: OrderBlock, market: Big): TargetContext => ({
  side: block.section,
  market: waits(block) ? block.firstPlacedPrice : market,
  tick: block.symbol.counterStepSize,
});

/** Its entry rests unfilled: what is wanted now is placed with its first fill. */
export const waits = ({ status, firstFilledQuantity }: OrderBlock): boolean =>
  status === 'placed' && firstFilledQuantity.eq(0);

/** Why targets cannot be changed now; null if they can. */
export function whyFixed(block: OrderBlock, offline: boolean): string | null {
  if (offline) return 'Targets cannot be changed while you are offline.';
  if (block.interference) return 'First adopt or release the change made on the exchange.';
  if (waits(block)) return null;
  if (block.firstFilledQuantity.eq(0)) return 'Targets can be set once the entry has begun to fill.';
  return isHeld(block) ? null : 'There is no position left to set targets for.';
}

/** Why targets cannot be changed although a copy key holds a position; null if the main key decides. */
export function whyOnlyCopies([main, ...copies]: readonly OrderBlock[]): string | null {
  if (!main?.open || (main.firstFilledQuantity.gt(0) && !isOver(main)) || waits(main)) return null;
  if (!copies.some((copy) => isHeld(copy) && copy.firstFilledQuantity.gt(0))) return null;
  return isOver(main)
    ? 'Only copies hold a position in this block: their targets cannot be changed. Close the block to end them.'
    : 'Only copies hold a position so far: targets can be set once the entry of your main key begins to fill.';
}

/** An empty text removes the target; null if the text is no price. */
export function targetChange(target: Target, typed: string): DesiredTargets | null {
  const price = readNumber(typed);
  return price?.gt(0) || typed === '' ? desiredTarget(target, price) : null;
}

interface Typed {
  /** Null if empty or not a price. */
  price: Big | null;
  /** Error at the current market price. */
  fault: string | null;
}

export function readTarget(block: OrderBlock, target: Target, of: { typed: string; market: Big | null }): Typed {
  const price = readNumber(of.typed);
  if (of.typed !== '' && !price?.gt(0)) return { price: null, fault: 'Enter a price.' };
  const isKept = price !== null && targetPrice(block, target)?.eq(price);
  if (!price || isKept || !of.market) return { price, fault: null };
  return { price, fault: targetFault(target, price, contextOf(block, of.market)) };
}

export const hintOf = (block: OrderBlock, target: Target, market: Big | null): string =>
  market ? targetHint(target, contextOf(block, market)) : 'The market price is not known yet';
