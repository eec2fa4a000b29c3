import { isOrderable } from '#contracts/rules/least-order.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import type { Big } from 'big.js';
import type { Left } from '../../averaging/block-facts.ts';
import type { DealBlock, DealContext, DealEnding, DealFacts, DealStep } from './deal-facts.ts';

export const wait = (why: string | null = null, again: number | null = null): DealStep => ({ do: 'wait', again, why });

const holds = ({ bought }: DealBlock): boolean => bought.net.gt(0);
export const rests = ({ entry }: DealBlock): boolean => entry === 'resting';
/** Bought, not sold and not handed over; its entry may still rest. */
export const isHeld = (block: DealBlock): boolean => block.isOpen && holds(block);
export const hasExits = ({ exits }: DealBlock): boolean => exits.takeProfit !== null || exits.stop !== null;

/** What one key has of a block. */
interface Part {
  block: DealBlock;
  left: Left;
}

function onMain(block: DealBlock): Part[] {
  const { isMoving, isAtWork, isClosing, closeAt: askAt = 0, fault, bought } = block;
  if (!isHeld(block) || fault !== null) return [];
  if (isMoving || isAtWork) return [{ block, left: { is: 'at-work' } }];
  const { net } = bought;
  return [{ block, left: isClosing ? { is: 'closing', net } : { is: 'held', net, askAt } }];
}

const onCopies = (block: DealBlock): Part[] => (block.left ?? []).map((left) => ({ block, left }));

/** C-9: what is too small to trade stays. */
const isWorthless = (net: Big, { last, rules }: DealContext): boolean =>
  last !== null && !isOrderable(floorTo(rules.step, net), last, rules);

/** What of these is asked to end now; null where there is nothing to ask. */
function askStep(parts: readonly Part[], ending: DealEnding | null, now: number): DealStep | null {
  const resting = parts.find(({ left }) => left.is === 'resting');
  if (resting) return { do: 'cancel', block: resting.block };
  if (ending === 'keep') return null;
  const held = parts.find(({ left }) => left.is === 'held' && left.askAt <= now);
  return held ? { do: 'close', block: held.block } : null;
}

/** Until what was asked of them has happened, or may be asked again; null where nothing is waited for. */
function awaitStep(parts: readonly Part[], ending: DealEnding | null): DealStep | null {
  if (parts.some(({ left }) => left.is === 'at-work' || left.is === 'closing')) return wait('Its deal is ending.');
  if (ending === 'keep') return null;
  const refused = parts.flatMap(({ left }) => (left.is === 'held' ? [left.askAt] : []));
  return refused.length > 0 ? wait('The exchange refused to sell it.', Math.min(...refused)) : null;
}

/**
 * Entries that rest come down first, then what any key holds is sold, or left to its owner without exits. The main key's part
 * waits for no copy, and what is refused on one key holds up nothing on another.
 */
export function endingStep({ blocks, ending }: DealFacts, context: DealContext): DealStep {
  const resting = blocks.find(rests);
  if (resting) return { do: 'cancel', block: resting };
  const isWorth = ({ left }: Part): boolean => !('net' in left && isWorthless(left.net, context));
  const [main, copies] = [blocks.flatMap(onMain), blocks.flatMap(onCopies)];
  const [first, then] = [main.filter(isWorth), copies.filter(isWorth)];
  const step =
    askStep(first, ending, context.now) ?? askStep(then, ending, context.now) ?? awaitStep([...first, ...then], ending);
  if (step) return step;
  const targeted = [...main, ...copies].find(({ block }) => hasExits(block));
  return targeted ? { do: 'unprotect', block: targeted.block } : { do: 'over', reason: null };
}

/** What copy keys have of a deal that bought nothing on the main key ends with it, unless a pause has ended it: that sells nothing. */
export function overStep(blocks: readonly DealBlock[], reason: string, { additions }: DealContext): DealStep {
  if (blocks.every(({ left = [] }) => left.length === 0)) return { do: 'over', reason };
  if (additions !== 'down') return { do: 'end', reason };
  const resting = blocks.find(({ left = [] }) => left.some(({ is }) => is === 'resting'));
  return resting ? { do: 'cancel', block: resting } : wait('It is paused, and copy keys hold what they bought.');
}

export const CLOSED_BY_OWNER = 'It was closed by you.';

const ENDS: Record<string, string> = {
  'take-profit': 'Its take profit was filled.',
  'stop-loss': 'Its stop was filled.',
  closed: CLOSED_BY_OWNER,
};

/** The exchange or an owner has to say more before anything is decided; what was not stored yet is sent first. */
export function undecidedStep({ blocks }: DealFacts): DealStep | null {
  if (blocks.some(({ asksOwner }) => asksOwner))
    return wait('One of its orders was changed on the exchange: decide about its order block.');
  // A joining that was not written is asked for anew, under the same name.
  const unwritten = blocks.find(({ leg, entry, fault }) => leg !== 'joined' && entry === 'unwritten' && fault === null);
  if (unwritten) return { do: 'retry', block: unwritten };
  if (blocks.some(({ entry }) => entry === 'unsure'))
    return wait('The exchange has not confirmed one of its orders yet.');
  return blocks.every(({ isBooked }) => isBooked) ? null : wait('What one of its orders has traded is not known yet.');
}

const boughtNothing = ({ entered, leg }: DealBlock): boolean => leg === 'base' && entered.quantity.eq(0);

/** What became of the block that has what was bought so far; null while it is there and waits for its exits. */
export function coreStep(core: DealBlock, context: DealContext): DealStep | null {
  if (core.isMoving) return wait();
  const isOver = core.end !== null || core.fault !== null;
  if (isOver && boughtNothing(core)) return overStep([core], core.fault ?? 'Its first order did not fill.', context);
  if (core.end !== null) return { do: 'end', reason: ENDS[core.end] ?? 'Its order block has ended.' };
  if (core.isClosing) return { do: 'end', reason: CLOSED_BY_OWNER };
  return rests(core) ? wait() : null;
}
