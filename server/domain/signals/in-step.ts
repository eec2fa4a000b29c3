import type { HookAction } from '../../contracts/rules/hook-actions.ts';
import type { Trade } from './signal.ts';

export type Step = { action: HookAction } | { fault: string } | { nothing: string };

interface Holding {
  isHeld: boolean;
  /** Whether the sender says that it sells only a share of its position. */
  isPart?: boolean;
}

const SHORT = 'Tandem trades spot: it cannot sell what it does not hold.';

/** By the order alone: the sender says nothing about its position. */
function byOrder(side: Trade['side'], { isHeld, isPart = false }: Holding): Step {
  if (side === 'buy') return { action: isHeld ? 'add' : 'open' };
  if (isHeld) return { action: side === 'sell' && isPart ? 'reduce' : 'close' };
  return side === 'short' ? { fault: SHORT } : { fault: 'This hook holds nothing of this pair that could be sold.' };
}

/** What leads to the sender's new position from what the hook holds. */
function byPosition({ side, after }: Trade, isHeld: boolean): Step {
  if (after === 'long') {
    if (!isHeld) return { action: 'open' };
    return side === 'buy' ? { action: 'add' } : { action: 'reduce' };
  }
  if (isHeld) return { action: 'close' };
  return after === 'short' ? { fault: SHORT } : { nothing: 'This hook holds nothing of this pair already.' };
}

/**
 * W-9: the action that a trade is for a hook that holds a pair or not. Strict refuses where the sender's previous
 * position is not the hook's; following does what leads to the new one, and adds nothing to what is held.
 */
export function stepOf(trade: Trade, { follows, ...holding }: Holding & { follows: boolean }): Step {
  const { side, after, before } = trade;
  const { isHeld } = holding;
  if (after === null) return byOrder(side, holding);
  const isOut = before !== null && (before === 'long') !== isHeld;
  if (isOut && !follows)
    return {
      fault: `out of step: the sender was ${before}, and this hook holds ${isHeld ? 'a position' : 'nothing'}`,
    };
  if (isOut && isHeld && after === 'long') return { nothing: 'This hook holds a position of this pair already.' };
  return byPosition(trade, isHeld);
}
