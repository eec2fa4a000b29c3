import { floorTo } from '#contracts/rules/steps.ts';
import type { Big } from 'big.js';
import type { DealBlock, DealContext, DealEnding, DealFacts, DealStep } from './deal-facts.ts';

export const wait = (why: string | null = null, again: number | null = null): DealStep => ({ do: 'wait', again, why });

const holds = ({ bought }: DealBlock): boolean => bought.net.gt(0);
export const rests = ({ entry }: DealBlock): boolean => entry === 'resting';
/** Bought, not sold and not handed over; its entry may still rest. */
export const isHeld = (block: DealBlock): boolean => block.isOpen && holds(block);
export const hasExits = ({ exits }: DealBlock): boolean => exits.takeProfit !== null || exits.stop !== null;

/** C-9: what is too small to trade stays. */
const isWorthless = (net: Big, { last, rules: { step, minNotional } }: DealContext): boolean =>
  last !== null && floorTo(step, net).times(last).lt(minNotional);
const isTooSmall = ({ bought }: DealBlock, context: DealContext): boolean => isWorthless(bought.net, context);

/** Entries that rest come down first, then what is held is sold, or left to its owner. */
export function endingStep({ blocks, ending }: DealFacts, context: DealContext): DealStep {
  const resting = blocks.find(rests);
  if (resting) return { do: 'cancel', block: resting };
  const held = blocks.filter((block) => isHeld(block) && block.fault === null);
  if (held.some(({ isMoving, isClosing }) => isMoving || isClosing)) return wait('Its deal is ending.');
  if (ending === 'keep') {
    const targeted = held.find(hasExits);
    return targeted ? { do: 'unprotect', block: targeted } : leftStep(blocks, 'keep', context);
  }
  const next = held.find((block) => !isTooSmall(block, context));
  return next ? { do: 'close', block: next } : leftStep(blocks, 'sell', context);
}

/** What filled late on copy keys, and was not joined there, ends with the deal. */
function leftStep(blocks: readonly DealBlock[], ending: DealEnding, context: DealContext): DealStep {
  const resting = blocks.find(({ left, takenDown }) => left?.is === 'resting' && !takenDown);
  if (resting) return { do: 'cancel', block: resting };
  const held = blocks.find(({ left }) => left?.is === 'held' && !isWorthless(left.net, context));
  if (held && ending === 'sell') return { do: 'close', block: held };
  const isKept = held !== undefined && hasExits(held);
  return isKept ? { do: 'unprotect', block: held } : { do: 'over', reason: null };
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
export function coreStep(core: DealBlock): DealStep | null {
  if (core.isMoving) return wait();
  const isOver = core.end !== null || core.fault !== null;
  if (isOver && boughtNothing(core)) return { do: 'over', reason: core.fault ?? 'Its first order did not fill.' };
  if (core.end !== null) return { do: 'end', reason: ENDS[core.end] ?? 'Its order block has ended.' };
  if (core.isClosing) return { do: 'end', reason: CLOSED_BY_OWNER };
  return rests(core) ? wait() : null;
}
