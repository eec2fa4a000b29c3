import { entryOf, isAwaiting, liveOf, ofLegs, shortOf } from '../position/books.ts';
import { isLive } from '../position/order-state.ts';
import type { Intent, Leg, Position } from '../position/position.ts';

/** What the rows of one pair are joined by. */
export interface Candidate {
  symbol: string;
  section: string;
  counterEarning: boolean;
  mainKeyId: string;
  /** Filled whole, or canceled for the rest. */
  isEntered: boolean;
  hasFilledTarget: boolean;
  isReleased: boolean;
  /** An external change waits for a decision. */
  isUndecided: boolean;
  isOfBot: boolean;
  /** Made on the exchange directly: its copies follow what is done there. */
  isOutside: boolean;
  isClosing: boolean;
  /** A part of it was closed or written off: that is booked already. */
  hasClosedPart: boolean;
  /** It is being joined or split already. */
  isGoingOver: boolean;
  /** Each trade that the exchange speaks of is known. */
  isComplete: boolean;
}

export const FEWEST = 2;
export const MOST = 20;

type PartFacts = Omit<Candidate, 'symbol' | 'section' | 'counterEarning' | 'mainKeyId' | 'isOfBot' | 'isOutside'>;

/** What a position itself says of that. */
export function partFacts({
  position,
  intent,
  isEnded,
}: {
  position: Position;
  intent: Pick<Intent, 'ending'>;
  isEnded: boolean;
}): PartFacts {
  const entry = entryOf(position);
  const hasTraded = (legs: readonly Leg[]) => ofLegs(position, legs).some(({ filledQuantity }) => filledQuantity.gt(0));
  return {
    isEntered: entry !== undefined && !isLive(entry.state) && entry.filledQuantity.gt(0),
    hasFilledTarget: hasTraded(['take-profit', 'stop-loss', 'rest']) || position.stopReachedAt !== null,
    isReleased: position.released,
    isUndecided: position.interference !== null,
    isClosing: isEnded || intent.ending === 'close' || liveOf(position, ['close', 'rest']).length > 0,
    hasClosedPart: hasTraded(['close']) || !position.writtenOff.eq(0),
    isGoingOver: position.handsOver !== undefined || isAwaiting(position),
    isComplete: shortOf(position).length === 0,
  };
}

type Alone = PartFacts & Pick<Candidate, 'isOfBot' | 'isOutside'>;

/** AV-1: why a block cannot be joined with any other; null where it can. */
export function aloneReason(block: Alone): string | null {
  if (block.isOfBot) return 'It belongs to a bot.';
  if (block.isOutside) return 'It follows a deal that was made on the exchange.';
  if (block.isReleased) return 'It was released: Tandem no longer follows it.';
  if (block.isUndecided) return 'It was changed on the exchange: decide that first.';
  if (!block.isEntered) return 'Its entry is not filled yet.';
  if (block.hasFilledTarget) return 'One of its targets is filled.';
  if (block.isGoingOver) return 'It is being joined or split already.';
  return heldFault(block);
}

function heldFault({ isClosing, hasClosedPart, isComplete }: PartFacts): string | null {
  if (isClosing) return 'It is being closed.';
  if (hasClosedPart) return 'A part of it was closed already.';
  return isComplete ? null : 'What it holds is not known yet.';
}

/** AV-1: why a block cannot be joined with this one; null where it can. */
export function apartReason(block: Candidate, first: Candidate): string | null {
  if (block.symbol !== first.symbol) return 'It is of another pair.';
  if (block.section !== first.section) return 'It is of the other section.';
  if (block.counterEarning !== first.counterEarning) return 'It earns in the other currency.';
  return block.mainKeyId === first.mainKeyId ? null : 'It was placed with another key.';
}

/** AV-3: why these blocks cannot be joined as they are; null where they can. */
export function joinFault(blocks: readonly Candidate[]): string | null {
  const [first] = blocks;
  if (!first || blocks.length < FEWEST) return `Choose at least ${FEWEST} blocks.`;
  if (blocks.length > MOST) return `Choose at most ${MOST} blocks.`;
  for (const block of blocks) {
    const reason = aloneReason(block) ?? apartReason(block, first);
    if (reason) return reason;
  }
  return null;
}
